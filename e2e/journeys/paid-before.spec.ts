import { answer } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { listWithdrawalRows, WITHDRAWALS, withdrawalDetails } from '../support/rows.ts';
import { expect, signIn, test } from '../support/test.ts';

const WAITING = {
  referenceId: 'MNM-4',
  paidAt: '2026-11-20T10:00:00.000Z',
  failedAt: '2026-11-21T10:00:00.000Z',
  possibleAt: '2026-11-22T10:00:00.000Z',
  lookupsLeft: 2,
  returnedAt: null,
  mayPayAgain: false,
};
const SAID =
  'The provider reported this payment as paid on 20 Nov 2026, 3:30 pm and as failed since 21 Nov 2026, 3:30 pm.';

test('says when a payment that was once paid can be paid again', async ({ page, world }) => {
  await signIn(page, world);
  const row = { ...WITHDRAWALS[4]!, paidBefore: WAITING };
  const screen = '/verify-withdrawals?status=payment_failed';
  const dialog = page.getByRole('alertdialog');
  const retry = page.getByRole('button', { name: /^Retry payment: / });

  await test.step('moves no money before: both buttons explain why', async () => {
    await listWithdrawalRows(page, [row]);
    await openPath(page, screen);
    for (const name of [/^Retry payment: /, /^Return coins: /]) {
      await page.getByRole('button', { name }).click();
      await expect(dialog).toContainText(SAID);
      await expect(dialog).toContainText('from 22 Nov 2026, 3:30 pm, after 2 more look-ups that say it failed.');
      await expect(dialog.getByRole('button')).toHaveText(['OK']);
      await page.keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
    }
  });

  await test.step('warns when it can be paid again', async () => {
    await listWithdrawalRows(page, [{ ...row, paidBefore: { ...WAITING, lookupsLeft: 0, mayPayAgain: true } }]);
    await openPath(page, screen);
    await retry.click();
    await expect(dialog).toContainText(SAID);
    await expect(dialog).toContainText('the user is paid twice');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    const back = { ...WAITING, returnedAt: '2026-11-21T12:00:00.000Z', mayPayAgain: true };
    await listWithdrawalRows(page, [{ ...row, paidBefore: back }]);
    await openPath(page, screen);
    await retry.click();
    await expect(dialog).toContainText('statement shows that the money came back on 21 Nov 2026, 5:30 pm');
    await page.keyboard.press('Escape');
  });

  await test.step('shows both reports and the name that was sent in the details', async () => {
    const attempt = {
      referenceId: 'MNM-4',
      status: 'not_paid',
      provider: 'bulkpe',
      mode: 'IMPS',
      beneficiaryName: 'Person Four',
      createdAt: WAITING.paidAt,
      sentAt: WAITING.paidAt,
      paidAt: WAITING.paidAt,
      finishedAt: WAITING.paidAt,
      bulkpeTransactionId: 'TXN-4',
      utr: null,
      providerStatus: 'FAILED',
      error: 'Returned',
      lookups: 1,
      nextLookupAt: null,
    };
    await page.route(`**/api/withdrawals/${row.id}`, answer({ ...withdrawalDetails(row), attempts: [attempt] }));
    await openPath(page, `/verify-withdrawals?status=payment_failed&withdrawal=${row.id}`);
    const window = page.getByRole('dialog');
    await expect(window).toContainText(SAID);
    await expect(window).toContainText('MNM-4 to Person Four · reported as paid 20 Nov 2026, 3:30 pm');
  });
});
