import { expectText } from '../support/answers.ts';
import { requestWithdrawals } from '../support/request-withdrawals.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

const PEOPLE = Array.from({ length: 8 }, (_, index) => ({ uid: `together-${index}`, name: `Together ${index}` }));

test('decides the selected withdrawals by key and counts only what was paid', async ({ page, world }) => {
  await test.step('all users request a withdrawal', () => requestWithdrawals(world, PEOPLE));
  await signIn(page, world, '/verify-withdrawals');
  const rows = page.locator('tbody tr[data-row]');
  const question = page.getByRole('alertdialog');
  const selection = page.getByRole('region', { name: 'Selection' });
  const run = page.getByRole('dialog', { name: 'Approve withdrawals' });
  /** Selects neighbouring rows, and leaves the focus on the row after them. */
  const select = async (count: number): Promise<void> => {
    await page.getByRole('main').focus();
    for (let row = 0; row < count; row += 1)
      for (const key of [row === 0 ? 'k' : 'j', 'x']) await page.keyboard.press(key);
    await page.keyboard.press('j');
    await expect(selection).toContainText(`${count} withdrawals selected`);
  };
  await expect(rows).toHaveCount(PEOPLE.length);

  await test.step('acts on the selection instead of the focused row, in both windows with the same focus', async () => {
    await select(2);
    await page.keyboard.press('a');
    await expect(question).toContainText('Approve 2 withdrawals and pay ₹200.00 in total?');
    await expect(question.getByRole('button', { name: 'Pay 2 withdrawals' })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await expect(question).toContainText('Reject 2 withdrawals (₹200.00 in total)?');
    await expect(question.getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Approve selected' }).click();
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
  });

  await test.step('says which payment failed, counts it as not paid, and forgets the selection', async () => {
    world.provider.faults.set([{ fault: 'refuse', times: 1 }]);
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await expect(run).toContainText('1 withdrawal approved, ₹100.00 in total.');
    await expect(run.getByRole('heading', { name: '1 not done · 1 done' })).toBeVisible();
    await expect(run.getByRole('listitem').first()).toContainText('Payment failed');
    await expectAccessible(page, 'results with a failed payment');
    await run.getByRole('button', { name: 'Close' }).last().click();
    await expect(selection).toHaveCount(0);
    await expect(rows).toHaveCount(PEOPLE.length - 2);
  });

  await test.step('says that an unanswered payment is being checked', async () => {
    await select(2);
    world.provider.faults.set([{ fault: 'timeout', times: 1 }]);
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await expect(run).toContainText('1 withdrawal approved, ₹100.00 in total.', { timeout: 40_000 });
    await expect(run.getByRole('listitem').first()).toContainText('Being checked');
    await run.getByRole('button', { name: 'Close' }).last().click();
    await expect(run).toHaveCount(0);
    await expect(selection).toHaveCount(0);
    await expect(rows).toHaveCount(PEOPLE.length - 4);
  });

  await test.step('takes a row that was decided alone out of the selection', async () => {
    await select(2);
    const selected = page.locator('tbody tr[aria-selected=true]').first();
    await selected.getByRole('button', { name: /^Reject: / }).click();
    await question.getByRole('button', { name: 'Reject' }).click();
    await expectText(page, 'Withdrawal rejected successfully!');
    await expect(selection).toContainText('1 withdrawal selected');
  });
});
