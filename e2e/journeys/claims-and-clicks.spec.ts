import { createPlatformClient } from '@muneem/sandbox/product';
import { said } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { expect, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';
import { PLATFORM_KEY } from '../support/world.ts';

const event = (eventName: string, eventPayout: number) => ({ eventName, eventPayout, eventCap: 100 });

test('credits the rest of the reward for an approved claim and shows it in the evidence', async ({ page, world }) => {
  const admin = await world.signIn();
  const platform = createPlatformClient({ url: world.product.url, key: PLATFORM_KEY });
  const offer = await makeTrackedOffer(admin, world, 'Claimed Halfway', [event('deposit', 60), event('register', 40)]);
  const uid = `of-${offer.id}`;
  const paid = await offer.convert('register');
  const late = await platform.createClick({ uid, offerId: offer.id });
  expect((await platform.claimOffer({ uid, offerId: offer.id })).status).toBe(200);
  await signIn(page, world);

  await test.step('explains the partial credit in the notice', async () => {
    await openPath(page, '/verify-offer');
    const row = page.getByRole('row').filter({ hasText: offer.title });
    await row.getByRole('button', { name: /^Approve/ }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('minus the coins that the user’s clicks of this offer have earned');
    await question.getByRole('button', { name: 'Approve' }).click();
    await said(
      page,
      'Offer approved: 60 coins of 100 coins credited to Ravi Kumar. Their clicks of this offer had already earned the rest.',
    );
    expect(await platform.balance(uid)).toBe(100);
  });

  await test.step('shows both credits of a click that earned coins', async () => {
    await openPath(page, `/clicks/${paid}`);
    await expect(page.getByText('An approved claim credited 60 coins more.')).toBeVisible();
  });

  await test.step('pays nothing for a late postback and names the claim that paid', async () => {
    await openPath(page, `/clicks/${late}`);
    await expect(page.getByText('Paid by an approved claim: 60 coins')).toBeVisible();
    expect((await fetch(offer.urls['deposit']!.url.replace('{click_id}', late))).status).toBe(200);
    expect(await platform.balance(uid)).toBe(100);
    await page.reload();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline.getByRole('heading', { name: 'Approved claim' })).toBeVisible();
    await expect(timeline).toContainText('An approved claim paid for this offer');
    await expect(timeline).toContainText('The offer was already paid by an approved claim.');
  });
});
