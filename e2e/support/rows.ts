import type { getConversion } from '@muneem/contract/conversion-reports';
import type { RouteAnswer } from '@muneem/contract/http';
import type { AutoPayoutStatus, getPayoutBalance, PaidBefore } from '@muneem/contract/withdrawals';
import type { Page } from '@playwright/test';
import { answer } from './answers.ts';

const CONVERSION_STATUSES = ['approved', 'pending', 'rejected', 'cutbacked'] as const;
const CONVERSION_SOURCES = ['postback', 'smart_poll', 'manual', 'postback'] as const;

/** One conversion of each status. */
export const CONVERSIONS = CONVERSION_STATUSES.map((status, index) => ({
  _id: `cnv_${index}`,
  conversionId: `cnv_${index}`,
  clickId: `01JD000000000000000000000${index}`,
  userId: { _id: `u-${index}`, name: `Person ${index}`, email: `person${index}@mail.example` },
  userName: `Person ${index}`,
  offerId: index === 0 ? { _id: 'ofr_1', title: 'Install the game' } : null,
  campName: 'Old campaign',
  event: 'install',
  conversionSource: CONVERSION_SOURCES[index]!,
  status,
  reason: null,
  userPayout: index === 0 ? 12.5 : 0,
  referralPayout: index === 0 ? 1.25 : 0,
  totalPayout: index === 0 ? 13.75 : 0,
  coins: 12,
  paymentStatus: 'paid' as const,
  clickIp: '203.0.113.7',
  conversionIp: '203.0.113.8',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  p1: index === 0 ? 'asha.rao-1_x@okaxis' : 'a@b@c',
  p2: 'two',
  p3: '',
  p4: '',
  p5: '',
  p6: 'six',
  createdAt: '2026-11-20T19:00:00.000Z',
  approvedAt: index === 0 ? '2026-11-20T19:00:01.000Z' : null,
}));

/** The revenue of a conversion of which nothing is known. */
export const NO_REVENUE = {
  expected: null,
  reportedAmount: null,
  currency: null,
  rate: null,
  reported: null,
  counted: null,
  differs: false,
};

/** The earnings of a group of which nothing is known. */
export const NO_EARNINGS = { revenue: null, pendingRevenue: 0, withoutRevenue: 0, clicks: 0, times: [] };

/** The details of a conversion without raw data. */
export const conversionDetails = (row: (typeof CONVERSIONS)[number]): RouteAnswer<typeof getConversion> => ({
  success: true,
  conversion: { ...row, revenue: NO_REVENUE, externalData: null, smartPollData: null, contradictions: [] },
});

const WITHDRAWAL_STATUSES = ['pending', 'processing', 'completed', 'rejected', 'payment_failed'] as const;

/** One withdrawal of each status. */
export const WITHDRAWALS = WITHDRAWAL_STATUSES.map((status, index) => ({
  id: `wd-${index}`,
  userId: `user-${index}`,
  userName: `Person ${index}`,
  userEmail: `person${index}@mail.example`,
  amount: index === 4 ? 104.5 : 100 + index,
  coins: 100 + index,
  date: '2026-11-20T06:30:00.000Z',
  status,
  paymentMethod:
    index === 4
      ? { type: 'bank', upiId: null, accountNumber: '123456789012', ifscCode: 'HDFC0001234' }
      : { type: 'upi', upiId: `person-${index}@okbank`, accountNumber: null, ifscCode: null },
  transactionId: index === 2 ? 'UTR-2' : null,
  bulkpeTransactionId: index === 2 ? 'TXN-2' : null,
  referenceId: index === 2 ? 'MNM-2' : null,
  paymentStatus: index === 2 ? 'paid' : index === 4 ? 'not_paid' : null,
  providerStatus: index === 2 ? 'SUCCESS' : null,
  paymentError: index === 4 ? 'Insufficient balance' : null,
  needsAttention: false,
  reversedAt: null,
  paidBefore: null as PaidBefore | null,
  flags: [],
  waitsBecause: null,
  verifiedBy: index === 0 ? null : 'asha@muneem.example',
  verifiedDate: index === 0 ? null : '2026-11-20T07:30:00.000Z',
  adminReason: index === 3 ? 'Wrong account' : null,
  walletCoins: 1_250,
  past: { paid: index, rejected: index === 3 ? 1 : 0, isCutShort: false },
}));

/** The history without the first row. */
export const withdrawalHistory = (rows: readonly (typeof WITHDRAWALS)[number][] = WITHDRAWALS) => ({
  success: true,
  withdrawals: rows.slice(1),
  stats: { total: 4, completed: 1, rejected: 1, processing: 1, failed: 1, completedAmount: 102 },
  pagination: { page: 1, limit: 50, total: 4, pages: 1 },
  total: 4,
  isCutShort: false,
});

/** The details response of a row. */
export const withdrawalDetails = (row: (typeof WITHDRAWALS)[number]) => ({
  success: true,
  withdrawal: row,
  attempts: [],
  user: {
    uid: row.userId,
    name: row.userName,
    email: row.userEmail,
    phone: null,
    createdAt: row.date,
    deleted: false,
    coins: 0,
    heldCoins: row.coins,
    withdrawals: 1,
    completedWithdrawals: 0,
    completedAmount: 0,
  },
  pastWithdrawals: [],
});

export const BALANCE: RouteAnswer<typeof getPayoutBalance> = {
  success: true,
  balance: 1234.5,
  currency: 'INR',
  provider: 'bulkpe',
  pendingAmount: 100,
  low: false,
  stopped: null,
  asOf: '2026-11-20T06:30:00.000Z',
};
export const AUTO_PAYOUT: AutoPayoutStatus = {
  success: true,
  enabled: false,
  state: 'off',
  pause: null,
  waiting: 0,
  consecutiveFailures: 0,
  maxAmount: 1_000,
  userLimit: 1_000,
  dayLimit: 100_000,
  paidToday: 0,
};
/** Opens Verify Withdrawals with one row of each status. */
export async function listWithdrawalRows(
  page: Page,
  rows: readonly (typeof WITHDRAWALS)[number][] = WITHDRAWALS,
): Promise<void> {
  await page.route('**/api/withdrawals/all*', async (route) => {
    const status = new URL(route.request().url()).searchParams.get('status') ?? 'all';
    const withdrawals = rows.filter((row) => status === 'all' || row.status === status);
    await route.fulfill({
      json: {
        success: true,
        withdrawals,
        total: withdrawals.length,
        isCutShort: false,
        counts: Object.fromEntries(WITHDRAWAL_STATUSES.map((name) => [name, 1])),
        pending: { coins: 100, amount: 100 },
        asOf: '2026-11-20T06:30:00.000Z',
      },
    });
  });
  await page.route('**/api/bulkpe/balance', answer(BALANCE));
  await page.route('**/api/auto-payout/status', answer(AUTO_PAYOUT));
}
