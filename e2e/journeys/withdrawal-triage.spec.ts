import { holdBack } from '../support/answers.ts';
import { agree, press } from '../support/keyboard.ts';
import { openPath } from '../support/open-path.ts';
import { rejectFrom, requestWithdrawals } from '../support/request-withdrawals.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

const BY_KEYBOARD = 8;
const PEOPLE = Array.from({ length: BY_KEYBOARD + 5 }, (_, index) => ({
  uid: `triage-${index}`,
  name: `Triage ${String(index).padStart(2, '0')}`,
}));
/** Has coins and requests them later. */
const LATE = { uid: 'triage-late', name: 'Triage late' };

test('approves withdrawals row by row by keyboard, and the rest in bulk', async ({ page, world }) => {
  const { provider } = world;
  await test.step('all users request a withdrawal', () => requestWithdrawals(world, PEOPLE, [LATE]));
  const before = provider.book.summary();
  await signIn(page, world, '/verify-withdrawals');
  const rows = page.locator('tbody tr[data-row]');
  await expect(rows).toHaveCount(PEOPLE.length);

  await test.step('lists the oldest first and holds a new one behind the pill', async () => {
    await expect(rows.first()).toContainText('Triage 00');
    const ask = (coins: number) =>
      world.platform.requestWithdrawal({ uid: LATE.uid, coins, paymentMethod: { type: 'upi', upiId: 'late@okbank' } });
    const pill = (count: number) => page.getByRole('button', { name: `${count} new` });
    // The live stream is connected when the bar shows its count. Earlier changes are not announced.
    const live = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Withdrawals \d+ waiting/ });
    await expect(live).toBeVisible();
    expect((await ask(10)).status).toBe(200);
    await expect(pill(1)).toBeVisible();
    await expect(rows).toHaveCount(PEOPLE.length);
    await openPath(page, '/verify-withdrawals?order=desc');
    await expect(rows.first()).toContainText(LATE.name);
    await expect(live).toBeVisible();
    expect((await ask(11)).status).toBe(200);
    await expect(pill(1)).toBeVisible();
    await expect(rows.first()).toContainText('₹10.00');
    await rejectFrom(world, LATE.uid);
    await expect(pill(1)).toHaveCount(0);
    await openPath(page, '/verify-withdrawals');
    await expect(rows).toHaveCount(PEOPLE.length);
  });

  await test.step('removes an approved row at once and focuses the next one', async () => {
    const release = await holdBack(page, '**/api/withdrawals/all*');
    for (const key of ['j', 'a']) await page.keyboard.press(key);
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Approve' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(rows).toHaveCount(PEOPLE.length - 1);
    await expect(rows.first().getByRole('link').first()).toBeFocused();
    await page.keyboard.press('a');
    await expect(page.getByRole('alertdialog')).toContainText('Triage 01');
    await page.keyboard.press('Escape');
    await expect(rows.first().getByRole('link').first()).toBeFocused();
    await press(page, rows.first().getByRole('button', { name: /^Approve: / }));
    await agree(page, 'Approve');
    await expect(rows).toHaveCount(PEOPLE.length - 2);
    await expect(rows.first()).toContainText('Triage 02');
    await expect(rows.first().getByRole('link').first()).toBeFocused();
    release();
  });

  await test.step('asks on the key a and pays on Enter, row by row', async () => {
    for (let done = 2; done < BY_KEYBOARD; done += 1) {
      // After the row key, Enter pays at once (docs/decisions/withdrawals-screen.md).
      for (const key of ['a', 'Enter']) await page.keyboard.press(key);
      await expect(rows).toHaveCount(PEOPLE.length - done - 1);
      await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0);
    }
  });
  await expect.poll(() => provider.book.summary().paid).toBe(before.paid + BY_KEYBOARD);

  await test.step('focuses the row that replaces a decided one', async () => {
    for (let row = 0; row < 2; row += 1) await page.keyboard.press('j');
    const focused = page.getByRole('row').nth(3).getByRole('link').first();
    await expect(focused).toBeFocused();
    await page.keyboard.press('r');
    await page.keyboard.type('Twice');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Withdrawal rejected successfully!').first()).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(PEOPLE.length - BY_KEYBOARD);
    await expect(focused).toBeFocused();
  });

  await test.step('shows flags in the row and the user in the details', async () => {
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText('First (First withdrawal)');
    await row.getByRole('link').first().click();
    const details = page.getByRole('dialog', { name: 'Withdrawal Details' });
    await expect(details.getByText('This is the only one.')).toBeVisible();
    await expect(details.getByText('In the wallet')).toBeVisible();
    await expectAccessible(page, 'the details of a withdrawal');
    for (const height of [480, 800]) {
      await page.setViewportSize({ width: 1280, height });
      await expect(details.getByRole('button', { name: /^Approve: / })).toBeInViewport({ ratio: 1 });
    }
    const question = page.getByRole('alertdialog');
    await page.keyboard.press('a');
    await expect(question).toContainText('Approve this withdrawal and pay ₹100.00');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('r');
    await expect(question.getByRole('textbox')).toBeFocused();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
  });

  await test.step('pays the selected rows together and shows each result', async () => {
    await page.getByRole('checkbox', { name: /all/i }).first().check();
    await expect(page.getByRole('status').filter({ hasText: '4 withdrawals selected' })).toContainText('₹400.00');
    await page.getByRole('button', { name: 'Approve selected' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Approve 4 withdrawals and pay ₹400.00 in total?');
    await page.getByRole('button', { name: 'Pay 4 withdrawals' }).click();
    const run = page.getByRole('dialog', { name: 'Approve withdrawals' });
    await expect(run.getByText('4 withdrawals approved, ₹400.00 in total.')).toBeVisible();
    await expect(run.getByRole('listitem')).toHaveCount(4);
    await run.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('No pending withdrawals')).toBeVisible();
    // The button that opened it has disappeared.
    await expect(page.getByRole('main')).toBeFocused();
  });
  expect(provider.book.summary()).toMatchObject({ paid: before.paid + PEOPLE.length - 1, doublePayouts: 0 });

  await test.step('shows payments that need an admin on their own screen', async () => {
    for (const view of ['attention', 'reconciliation']) {
      await openPath(page, `/payouts?view=${view}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
      await expectNoSidewaysScroll(page, `Payouts, ${view}`);
    }
    await expectAccessible(page, 'the reconciliation');
    await page.getByRole('button', { name: 'Compare now' }).click();
    await expect(page.getByText(/transfers on the statement agree with our ledger/)).toBeVisible({ timeout: 20_000 });
  });
});
