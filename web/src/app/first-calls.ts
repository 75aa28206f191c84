export const VERIFY_CALL = '/api/auth/verify';

/** What the busiest screens ask first at their plain address. A test compares them with what the screens do ask. */
export const FIRST_CALLS: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/stats', '/api/offers/prime?page=1&limit=5', '/api/offers/regular?page=1&limit=5'],
  '/users': ['/api/users?page=1&limit=50&sort=createdAt&order=desc'],
  '/verify-withdrawals': [
    '/api/withdrawals/all?page=1&limit=50&sort=date&order=asc&status=pending&period=all',
    '/api/bulkpe/balance',
    '/api/auto-payout/status',
    '/api/bulk-runs?kinds=withdrawals.approve%2Cwithdrawals.reject',
    '/api/payouts/attention?limit=1',
  ],
  '/conversion-reports': [
    '/api/conversion-reports?page=1&limit=20&sort=createdAt&order=desc',
    '/api/conversion-reports/stats',
  ],
};
