import type { LiveMessage } from '@muneem/contract/live';
import { answer } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { BALANCE, listWithdrawalRows } from '../support/rows.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

const SINCE = '2026-11-20T10:00:00.000Z';

test('shows on every screen that payouts are stopped while the ledger does not balance', async ({ page, world }) => {
  await signIn(page, world);
  const message: { -readonly [Key in keyof LiveMessage]: LiveMessage[Key] } = {
    topics: [],
    waiting: { withdrawals: 0, offerClaims: 0, problems: 0, proposals: null },
    payoutsStopped: {
      since: SINCE,
      finding: 'wallet of user 12: 105 coins after 3 entries, its entries say 100 after 3',
      findings: 2,
    },
    restoredTo: null,
    role: 'owner',
    systemName: '',
  };
  await page.route('**/api/live', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(message)}\n\n` }),
  );
  const banner = page.getByRole('alert').filter({ hasText: 'Payouts are stopped: the ledger does not balance.' });

  for (const path of ['/users', '/settings']) {
    await test.step(`shows the banner on ${path}`, async () => {
      await openPath(page, path);
      await expect(banner).toContainText('No payout has been sent since 20 Nov 2026, 3:30 pm');
      await expect(banner).toContainText('Contact your server administrator now');
      await expect(banner).toContainText('(and 1 more)');
      await expectNoSidewaysScroll(page, `stopped payments on ${path}`);
    });
  }
  await expectAccessible(banner, 'stopped payments');

  await test.step('links to Payments, which does not repeat the banner', async () => {
    await banner.getByRole('link', { name: 'Open Payouts' }).click();
    await expect(page).toHaveURL(/\/payouts$/);
    await expect(banner).toBeVisible();
    await expect(banner.getByRole('link')).toHaveCount(0);
    await listWithdrawalRows(page);
    const stopped = { since: SINCE, message: 'The ledger check found an error: payouts are stopped.' };
    await page.route('**/api/bulkpe/balance', answer({ ...BALANCE, stopped }));
    await openPath(page, '/verify-withdrawals');
    await expect(banner).toBeVisible();
    await expect(page.getByText('₹1,234.50')).toBeVisible();
    await expect(page.getByText(/payouts are stopped/i)).toHaveText(
      /^Payouts are stopped: the ledger does not balance\./,
    );
  });

  await test.step('disappears when a check finds no errors', async () => {
    message.payoutsStopped = null;
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Verify Withdrawals' })).toBeVisible();
  });

  await test.step('shows on every screen that a restored copy waits for its operator', async () => {
    message.restoredTo = SINCE;
    const restored = page.getByRole('alert').filter({ hasText: 'This is a restored copy.' });
    for (const path of ['/users', '/payouts']) {
      await openPath(page, path);
      await expect(restored).toContainText('Its data ends at 20 Nov 2026, 3:30 pm');
      await expectNoSidewaysScroll(page, `restored copy on ${path}`);
    }
    await expectAccessible(restored, 'a restored copy');
  });
});
