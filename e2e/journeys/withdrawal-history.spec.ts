import { answer, callOf } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { listWithdrawalRows, withdrawalDetails, WITHDRAWALS as ROWS } from '../support/rows.ts';
import { expect, signIn, test } from '../support/test.ts';

const history = (total: number, page = 1) => ({
  success: true,
  withdrawals: ROWS.slice(1),
  stats: { total: 10, completed: 4, rejected: 3, processing: 2, failed: 1, completedAmount: 402.5 },
  pagination: { page, limit: 50, total, pages: Math.ceil(total / 50) },
  total,
  isCutShort: false,
});

test('counts, pages and searches the withdrawal history', async ({ page, world }) => {
  await signIn(page, world);
  await listWithdrawalRows(page);
  const calls = '**/api/withdrawals/history*';
  const window = page.getByRole('dialog', { name: 'Withdrawal History' });
  await page.route(calls, async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page') ?? 1);
    await route.fulfill({ json: history(401, at) });
  });
  // covers 001-2.8
  await test.step('shows the value of each column', async () => {
    const [paid, failed] = [
      { ...ROWS[2]!, coins: 7_300 },
      { ...ROWS[4]!, coins: 8_400 },
    ];
    const flags = [{ kind: 'shared_upi', count: 3, text: 'Three users are paid to this UPI ID.' }] as never[];
    await listWithdrawalRows(page, [{ ...paid, flags }, failed]);
    await openPath(page, '/verify-withdrawals?status=all');
    const cells = (index: number) => page.locator('tbody tr[data-row]').nth(index).getByRole('cell');
    await expect(cells(0)).toHaveText([
      '',
      'Person 2person2@mail.example',
      '₹102.00',
      '7,300 coinsWallet 1,250',
      /^20 Nov 2026, 12:00 pm .*So far 2 paid$/,
      'Completed',
      'person-2@okbankUPI',
      'Shared UPI (Three users are paid to this UPI ID.)',
      '',
    ]);
    await expect(cells(1)).toHaveText([
      '',
      'Person 4person4@mail.example',
      '₹104.50',
      '8,400 coinsWallet 1,250',
      /^20 Nov 2026, 12:00 pm .*So far 4 paid$/,
      /^Payment failed/,
      '123456789012Bank · HDFC0001234',
      '',
      'Retry paymentReturn coins',
    ]);
  });
  await listWithdrawalRows(page);
  await openPath(page, '/verify-withdrawals');

  // covers 001-7.3 001-9.1
  await test.step('first requests 50 rows of all statuses', async () => {
    const { query } = await callOf(page, 'GET', '/api/withdrawals/history', () =>
      page.getByRole('button', { name: 'View History' }).click(),
    );
    expect(query).toMatchObject({ page: '1', limit: '50', status: 'all', sort: 'verified', order: 'desc' });
    expect(Object.keys(query)).not.toContain('startDate');
  });

  // covers 001-2.9 001-9.2
  await test.step('shows cards, columns and at most five page numbers', async () => {
    const cards = window.getByRole('region', { name: 'Withdrawal History' }).first();
    await expect(cards.locator('> div')).toHaveText([
      /^Total\s*10$/,
      /^Completed\s*4$/,
      /^Rejected\s*3$/,
      /^Processing\s*2$/,
      /^Failed\s*1$/,
      /^Completed Amount\s*₹402\.50$/,
    ]);
    for (const name of [
      'User',
      'Amount',
      'Status',
      'Payment Method',
      'Date',
      'Verified',
      'Verified By',
      'Reason',
      'Details',
    ])
      await expect(window.getByRole('columnheader', { name, exact: true })).toHaveCount(1);
    const cells = (index: number) => window.locator('tbody tr[data-row]').nth(index).getByRole('cell');
    await expect(cells(2)).toHaveText([
      'Person 3person3@mail.example',
      '₹103.00',
      /^Rejected/,
      'person-3@okbankUPI',
      /^20 Nov 2026, 12:00 pm /,
      /^20 Nov 2026, 1:00 pm /,
      'asha@muneem.example',
      'Wrong account',
      'Details',
    ]);
    await expect(cells(3)).toHaveText([
      'Person 4person4@mail.example',
      '₹104.50',
      /^Payment failed/,
      '123456789012Bank · HDFC0001234',
      /^20 Nov 2026, 12:00 pm /,
      /^20 Nov 2026, 1:00 pm /,
      'asha@muneem.example',
      '–',
      'Details',
    ]);
    const details = cells(2).getByRole('link', { name: 'Details: wd-3' });
    await expect(details).toHaveAttribute('href', /[?&]withdrawal=wd-3(&|$)/);
    const pages = window.getByRole('navigation', { name: 'Pages' });
    const numbers = pages.getByRole('button', { name: /^Page \d/ });
    await expect(numbers).toHaveText(['1', '2', '3', '4', '5']);
    await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled();
    const next = pages.getByRole('button', { name: 'Next' });
    await callOf(page, 'GET', '/api/withdrawals/history', () => next.click(), { page: '2' });
    await pages.getByRole('button', { name: 'Page 4' }).click();
    await expect(numbers).toHaveText(['2', '3', '4', '5', '6']);
  });

  // covers 001-2.10 001-7.3
  await test.step('filters by status, text and days', async () => {
    const choices = window.getByLabel('Status').locator('option');
    await expect(choices).toHaveText(['All', 'Completed', 'Rejected', 'Processing', 'Payment failed']);
    expect(await choices.evaluateAll((all) => all.map((it) => (it as HTMLOptionElement).value))).toEqual([
      'all',
      'completed',
      'rejected',
      'processing',
      'payment_failed',
    ]);
    const asks = (act: () => Promise<unknown>, query: Readonly<Record<string, string>>) =>
      callOf(page, 'GET', '/api/withdrawals/history', async () => void (await act()), query);
    await asks(() => window.getByLabel('Status').selectOption('payment_failed'), {
      page: '1',
      status: 'payment_failed',
    });
    await asks(() => window.getByLabel('Start Date').fill('2026-11-01'), { startDate: '2026-11-01' });
    await asks(() => window.getByLabel('End Date').fill('2026-11-20'), {
      startDate: '2026-11-01',
      endDate: '2026-11-20',
    });
    const [start, end] = [window.getByLabel('Start Date'), window.getByLabel('End Date')];
    await start.fill('2026-11-21');
    await expect(end).toHaveAccessibleDescription(/Choose the start date or a later day$/);
    await expect(end).toHaveAttribute('aria-invalid', 'true');
    await start.fill('2099-01-01');
    await expect(start).toHaveAccessibleDescription(/Choose today or an earlier day$/);
    await start.fill('2026-11-01');
    await expect(window.getByText(/Choose (today|the start date)/)).toHaveCount(0);
    await asks(() => window.getByRole('searchbox').fill('asha'), { search: 'asha' });
  });

  const details = page.getByRole('dialog', { name: 'Withdrawal Details' });
  const holds = (name: string, value: string): Promise<void> =>
    expect(
      details
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .first()
        .locator('dd'),
    ).toContainText(value);

  // covers 001-2.11
  await test.step('shows the details of a bank withdrawal', async () => {
    const paid = { ...ROWS[2]!, paymentMethod: ROWS[4]!.paymentMethod };
    await page.route('**/api/withdrawals/wd-2', answer(withdrawalDetails(paid)));
    await openPath(page, '/verify-withdrawals?withdrawal=wd-2');
    const facts: [string, string][] = [
      ['User', 'Person 2'],
      ['Email', 'person2@mail.example'],
      ['Amount', '₹102.00'],
      ['Status', 'Completed'],
      ['Payment Method', 'Bank'],
      ['Bank account', '123456789012'],
      ['IFSC', 'HDFC0001234'],
      ['Transaction ID', 'UTR-2'],
      ['Reference ID', 'MNM-2'],
      ['Payment Status', 'Paid'],
      ['Provider Status', 'SUCCESS'],
      ['Verified By', 'asha@muneem.example'],
      ['Verified Date', '2026'],
      ['Admin Reason', '–'],
    ];
    for (const [name, value] of facts) await holds(name, value);
    await expect(details.getByRole('heading', { name: 'Raw data' })).toBeVisible();
    await expect(details).toContainText('"bulkpeTransactionId": "TXN-2"');
  });

  // covers 001-2.11
  await test.step('shows the details of a rejected UPI withdrawal with its reason', async () => {
    await page.route('**/api/withdrawals/wd-3', answer(withdrawalDetails(ROWS[3]!)));
    await openPath(page, '/verify-withdrawals?withdrawal=wd-3');
    await holds('Status', 'Rejected');
    await holds('Payment Method', 'UPI');
    await holds('UPI ID', 'person-3@okbank');
    await holds('Admin Reason', 'Wrong account');
  });
});
