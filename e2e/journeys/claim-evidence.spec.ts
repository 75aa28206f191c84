import { openPath } from '../support/open-path.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';
import { person } from '../support/person.ts';

const event = (eventName: string, eventPayout: number) => ({ eventName, eventPayout, eventCap: 100 });

test('shows the evidence of each claim and decides claims together', async ({ page, world }) => {
  await signIn(page, world);
  const offer = await makeTrackedOffer(world, 'Claims With Evidence', [event('deposit', 60), event('register', 40)]);
  const seen = `of-${offer.id}`;
  await offer.convert('register');
  const click = await world.platform.createClick({ uid: seen, offerId: offer.id });
  const idle = person(`idle-${offer.id}`, 'Idle Claimer');
  await world.platform.createUser(idle);
  for (const uid of [seen, idle.uid])
    expect((await world.platform.claimOffer({ uid, offerId: offer.id })).status).toBe(200);
  await openPath(page, `/verify-offer?search=${offer.id}`);
  const row = (uid: string) => page.getByRole('row').filter({ hasText: uid });
  const question = page.getByRole('alertdialog');

  await test.step('shows clicks, events, earned coins and a link to the newest click', async () => {
    await expect(row(seen)).toContainText('register · 40 coins earned');
    await expect(row(seen).getByRole('link', { name: '2 clicks' })).toHaveAttribute('href', `/clicks/${click}`);
    await expect(row(idle.uid)).toContainText('No click of this offer');
    await row(seen)
      .getByRole('button', { name: /^Approve: / })
      .click();
    await expect(question).toContainText('Evidence: 2 clicks. register · 40 coins earned.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectAccessible(page.getByRole('main'), 'claims with evidence');
    await expectNoSidewaysScroll(page, 'claims with evidence');
  });

  await test.step('approves the selected claims with a result for each', async () => {
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText(
      '2 pending offers selected · 200 coins',
    );
    await page.keyboard.press('a');
    await expect(question).toContainText('Approve 2 offers and credit up to 200 coins in total?');
    await page.keyboard.press('Enter');
    const run = page.getByRole('dialog', { name: 'Approve selected' });
    await expect(run).toContainText('2 offers decided, 160 coins credited.');
    await expect(run.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, 'the results of claims');
    await run.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('No pending offers match.')).toBeVisible();
    expect(await world.platform.balance(seen)).toBe(100);
    expect(await world.platform.balance(idle.uid)).toBe(100);
  });
});
