import { createOffer } from '@muneem/contract/offers';
import type { Locator, Page } from '@playwright/test';
import { callOf, expectText } from '../support/answers.ts';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { person } from '../support/person.ts';
import { requestWithdrawals } from '../support/request-withdrawals.ts';
import { expect, signIn, test } from '../support/test.ts';
import type { TestWorld } from '../support/world.ts';

const TITLE = 'Paid Together Chess';
/** The first user follows the link twice. */
const PLAYERS = Array.from({ length: 10 }, (_, index) => ({ uid: `typed-${index}`, name: `Player ${index}` }));

async function visits(world: TestWorld): Promise<void> {
  const { offer } = await world.call(createOffer, { body: offerBody(TITLE) });
  for (const { uid, name } of PLAYERS) {
    await world.platform.createUser(person(uid, name));
    await world.platform.createClick({ uid, offerId: offer._id });
  }
  await world.platform.createClick({ uid: PLAYERS[0]!.uid, offerId: offer._id });
}

/** A wrong number keeps the button disabled, the right one enables it. @returns the button */
async function typed(page: Page, verb: string, wrong: string, count: string): Promise<Locator> {
  const question = page.getByRole('alertdialog');
  const go = question.getByRole('button', { name: verb, exact: true });
  const field = question.getByRole('textbox', { name: `Type ${count} to confirm` });
  await expect(field).toBeFocused();
  await expect(go).toBeDisabled();
  await field.fill(wrong);
  await expect(go).toBeDisabled();
  await field.fill(count);
  await expect(go).toBeEnabled();
  return go;
}

test('requires the typed number for more than ten records', async ({ page, world }) => {
  await visits(world);
  await signIn(page, world);
  const question = page.getByRole('alertdialog');
  const meant = (label: string) => question.locator('dl > div').filter({ hasText: label });
  const credited = async (): Promise<number> => {
    const all = await Promise.all(PLAYERS.map(({ uid }) => world.platform.balance(uid)));
    return all.reduce<number>((sum, coins) => sum + (coins ?? 0), 0);
  };

  await test.step('Pay All counts two clicks of one user as one user', async () => {
    await openPath(page, `/manual-pay?search=${encodeURIComponent(TITLE)}`);
    await page.getByRole('button', { name: 'Pay All (11)' }).click();
    await expect(meant('Total clicks')).toContainText('11');
    await expect(meant('Unique users')).toContainText('10');
    await typed(page, 'Pay 11 clicks', '10', '11');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await credited()).toBe(0);
  });

  await test.step('pays all matching clicks on all pages', async () => {
    await openPath(page, `/manual-pay?search=${encodeURIComponent(TITLE)}&limit=10`);
    await expect(page.getByRole('button', { name: 'Pay All (10)' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay all/i })).toHaveCount(1);
    await page.getByRole('button', { name: 'Pay All (10)' }).click();
    await expect(question).toContainText('Pay all 10 clicks? This cannot be undone.');
    await question.getByText('All that match (11)').click();
    await expect(question).toContainText('Pay all 11 clicks? This cannot be undone.');
    // The choice keeps the focus.
    await question.getByRole('textbox').focus();
    await expect(meant('Unique users')).toContainText('10');
    const go = await typed(page, 'Pay 11 clicks', '10', '11');
    await callOf(page, 'POST', /^\/api\/bulk-runs\/[^/]+\/start$/, () => go.click());
    const run = page.getByRole('dialog', { name: 'Pay clicks' });
    await expect(run).toContainText('11 clicks paid, 1,650 coins in total.');
    expect(await credited()).toBe(11 * 150);
    await run.getByRole('button', { name: 'Close' }).last().click();
    await expectText(page, 'No clicks found');
  });

  await test.step('requires the typed number to reject more than ten withdrawals', async () => {
    const people = Array.from({ length: 11 }, (_, index) => ({ uid: `all-back-${index}`, name: `Returner ${index}` }));
    await requestWithdrawals(world, people);
    await openPath(page, '/verify-withdrawals');
    await page.getByRole('button', { name: 'Reject All (11)' }).click();
    const go = await typed(page, 'Reject 11 withdrawals', '10', '11');
    expect(await world.platform.balance(people[0]!.uid)).toBe(0);
    await go.click();
    const reason = page.getByRole('alertdialog').filter({ hasText: 'Reason for rejecting all pending withdrawals' });
    await callOf(page, 'POST', '/api/withdrawals/reject-all', () =>
      reason.getByRole('button', { name: 'Reject 11 withdrawals' }).click(),
    );
    await expectText(page, '11 pending withdrawals rejected');
    for (const { uid } of people) expect(await world.platform.balance(uid)).toBe(100);
  });
});
