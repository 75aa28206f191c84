import { answer, callOf, during, said, expectExactText, failSilently } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { cronStatus, RUN_LISTS, STATUS_CALLS } from '../support/smart-poll.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

const AT = '2026-11-20T06:30:00.000Z';
const SHOWN = '20 Nov 2026, 12:00 pm';
const CLICKS = [
  {
    _id: 'c-1',
    clickId: '01JD0000000000000000000001',
    userId: { _id: 'asha-1', name: 'Asha Rao', email: 'asha@mail.example' },
    offerId: { title: 'Rummy', coins: 250 },
    status: 'in_progress',
    upi: 'asha@okbank',
    rewardCoins: 150,
    createdAt: AT,
  },
  {
    _id: 'c-2',
    clickId: '01JD0000000000000000000002',
    userId: { _id: 'bala-2', name: 'Bala Iyer', email: 'bala@mail.example' },
    offerId: { title: 'Ludo', coins: 100 },
    status: 'clicked',
    rewardCoins: 100,
    createdAt: AT,
  },
];
const PAYMENT = {
  _id: 'mp-1',
  paidAt: AT,
  clickId: CLICKS[0]!.clickId,
  userName: 'Asha Rao',
  userEmail: 'asha@mail.example',
  offerTitle: 'Rummy',
  rewardCoins: 150,
  transactionId: 'cnv_77',
};
const PROBLEM = {
  id: 'prb_1',
  userId: 'asha-1',
  userName: 'Asha Rao',
  userEmail: 'asha@mail.example',
  title: 'Coins are missing',
  description: 'Since Friday.',
  type: 'payment',
  status: 'open',
  createdAt: AT,
  updatedAt: AT,
};
const SETTINGS = {
  securityKey: 'T'.repeat(32),
  domain: 'https://rewards.example',
  adminEmail: 'desk@rewards.example',
  systemName: 'Punya',
  bulkpeApiKey: 'key-in-clear',
};

test('Manual Pay, Support, Settings and Smart Poll work with only the specified fields', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  const question = page.getByRole('alertdialog');

  // covers 001-2.15
  await test.step('shows each column of a click', async () => {
    await page.route('**/api/clicks?*', answer({ success: true, clicks: CLICKS }));
    await page.route('**/api/manual-payment-history?*', answer({ success: true, history: [PAYMENT] }));
    await openPath(page, '/manual-pay');
    await expectExactText(page, '2 of 2 clicks');
    const cells = page.locator('tbody tr').first().getByRole('cell');
    for (const [at, texts] of [
      [CLICKS[0]!.clickId],
      ['Asha Rao', 'asha@mail.example'],
      ['Rummy', '250 coins'],
      ['In Progress'],
      ['asha@okbank'],
      ['150'],
      [SHOWN],
    ].entries())
      for (const text of texts) await expect(cells.nth(at)).toContainText(text);
    await expect(cells.nth(7).getByRole('button', { name: /^Pay: 150 coins/ })).toBeVisible();
    await expect(page.locator('tbody tr').nth(1).getByRole('cell').nth(4)).toHaveText('–');
  });

  // covers 001-7.12
  await test.step('pays one click, then all, and reports the click that failed', async () => {
    await page.route('**/api/mark-click-paid', answer({ success: true, message: 'Paid' }));
    await page
      .getByRole('button', { name: /^Pay: 150/ })
      .first()
      .click();
    await question.getByRole('button', { name: 'Pay 150 coins' }).click();
    await said(page, '150 coins paid to Asha Rao.');
    // The paid click has left the list. This server lists it again.
    await openPath(page, '/manual-pay');
    const run = page.getByRole('dialog', { name: 'Pay All' });
    for (const [summary, text] of [
      [{ totalClicks: 2, successful: 2, failed: 0, totalCoins: 250 }, '2 clicks paid, 250 coins in total.'],
      // The history says which one was paid.
      [
        { totalClicks: 2, successful: 1, failed: 1, totalCoins: 150 },
        '1 click paid, 150 coins in total. 1 click not paid.',
      ],
    ] as const)
      await during(page, '**/api/mark-clicks-paid-bulk', answer({ success: true, summary }), async () => {
        await page.getByRole('button', { name: 'Pay All (2)' }).click();
        await question.getByRole('button', { name: 'Pay 2 clicks' }).click();
        await expectExactText(page, text);
        await run.getByRole('button', { name: 'Close' }).last().click();
      });
  });

  // covers 001-3.8
  await test.step('shows each column of the history', async () => {
    await page.getByRole('button', { name: 'History', exact: true }).click();
    const history = page.getByRole('dialog', { name: 'Manual Payment History' });
    const cells = history.locator('tbody tr').getByRole('cell');
    for (const [at, texts] of [
      [SHOWN],
      [PAYMENT.clickId],
      ['Asha Rao', 'asha@mail.example'],
      ['Rummy'],
      ['150'],
      ['cnv_77'],
      ['–'],
    ].entries())
      for (const text of texts) await expect(cells.nth(at)).toContainText(text);
  });

  // covers 001-7.15
  await test.step('lists, opens, answers and deletes a problem', async () => {
    await page.route('**/api/problems?*', answer([PROBLEM]));
    await page.route('**/api/problems/*', answer({ problem: PROBLEM }));
    await page.route('**/api/users/*/problems/*', answer({}));
    await openPath(page, '/problems');
    await said(page, /^1 problem$/);
    await page.getByRole('link', { name: `View: ${PROBLEM.title}` }).click();
    const details = page.getByRole('dialog', { name: 'Problem Details' });
    for (const text of ['Since Friday.', 'No attachments', 'No response yet']) await expectExactText(page, text);
    await details.getByRole('button', { name: 'Respond' }).click();
    const form = page.getByRole('form', { name: 'Respond to Problem' });
    await form.getByLabel('Status').selectOption('closed');
    const { body } = await callOf(page, 'PATCH', '/api/users/asha-1/problems/prb_1', () =>
      form.getByRole('button', { name: 'Save Response' }).click(),
    );
    expect(body).toEqual({ status: 'closed', adminResponse: '' });
    await said(page, 'Problem updated successfully');
    await page.getByRole('button', { name: `Delete: ${PROBLEM.title}` }).click();
    await question.getByRole('button', { name: 'Delete Problem' }).click();
    await said(page, 'Problem deleted successfully');
  });

  // covers 001-7.24
  await test.step('shows settings and saves them with a code', async () => {
    await page.route('**/api/settings', (route) =>
      route.fulfill({ json: route.request().method() === 'PUT' ? { settings: SETTINGS } : SETTINGS }),
    );
    await page.route('**/api/settings/send-otp', answer({}));
    await page.route('**/api/settings/verify-otp', answer({ verificationToken: 'token-1' }));
    await openPath(page, '/settings');
    const form = page.getByRole('form', { name: 'System Settings' });
    await expect(form.getByRole('textbox', { name: 'Domain' })).toHaveValue(SETTINGS.domain);
    await form.getByRole('button', { name: 'Show the API key' }).click();
    await expect(form.getByLabel('Payout provider API key', { exact: true })).toHaveAttribute('type', 'text');
    await form.getByLabel('System name').fill('Punya Rewards');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    const modal = page.getByRole('dialog', { name: 'OTP Verification' });
    await modal.getByRole('button', { name: 'Send OTP' }).click();
    await expectExactText(page, 'An OTP has been sent to your email address.');
    const { body } = await callOf(page, 'PUT', '/api/settings', () => modal.getByLabel('OTP').fill('123456'));
    expect(body).toEqual({ systemName: 'Punya Rewards', verificationToken: 'token-1' });
    await said(page, 'Settings updated successfully');
  });

  // covers 001-7.28
  await test.step('shows the smart poll status and starts both runs', async () => {
    const { success: _s, currentRun: _r, configuration: _c, externalEndpoint: _e, ...documented } = cronStatus();
    await page.route(STATUS_CALLS, answer(documented));
    await page.route(RUN_LISTS, failSilently(404));
    await page.route('**/api/admin/smart-poll', answer({ message: 'Three were asked' }));
    await page.route('**/api/admin/force-smart-poll', answer({}));
    await openPath(page, '/smart-poll');
    await expect(page.getByRole('region', { name: 'Cron status' })).toContainText('1,234');
    const configuration = page.getByRole('region', { name: 'Configuration' });
    for (const text of ['every 2 minutes', '3 minutes old', '10.0 s', 'at most 50, oldest first'])
      await expect(configuration).toContainText(text);
    for (const [name, text] of [
      ['Run Smart Poll Now', 'Three were asked'],
      ['Force Smart Poll', 'Smart poll completed'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      await expectExactText(page, text);
    }
    await expect(page.getByRole('button', { name: 'View run' })).toHaveCount(0);
  });
});
