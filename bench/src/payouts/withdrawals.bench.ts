import { sql, type Database } from '@muneem/server/platform/database/index.ts';
import { withListServer } from '../lists/list-server.ts';
import { seedUsers } from '../lists/seed-lists.ts';

const WITHDRAWALS = Number(process.env['BENCH_WITHDRAWALS'] ?? 1_000_000);
const USERS = 200_000;
const LIMIT_MS = 50;
const PORTION = 50_000;

/** Measures the lists of withdrawals, the history and the attention list at full size, over HTTP. */
export const benchWithdrawals = (): Promise<boolean> =>
  withListServer(
    'withdrawals',
    async (database) => {
      await seedUsers(database, Math.min(USERS, WITHDRAWALS));
      await seedWithdrawals(database);
      return `${WITHDRAWALS.toLocaleString('en-IN')} withdrawals`;
    },
    async ({ ask, database }) => {
      const page = (what: string, path: string) => ask(what, `/api/${path}`, LIMIT_MS);
      await page('pending, first page', 'withdrawals/all?status=pending&limit=50');
      await page('all, first page of 100', 'withdrawals/all');
      await page('all, page 9,000', 'withdrawals/all?limit=100&page=9000');
      await page('today', 'withdrawals/all?period=today&limit=50');
      await page('this week, pending', 'withdrawals/all?period=week&status=pending&limit=50');
      await page('by amount', 'withdrawals/all?sort=amount&limit=50');
      await page('history', 'withdrawals/history');
      await page(
        'history of a year, completed',
        'withdrawals/history?status=completed&startDate=2026-01-01&endDate=2026-12-31',
      );
      await page('history, page 5,000', 'withdrawals/history?page=5000');
      await page('search for one UPI ID', 'withdrawals/all?search=person12345@okaxis');
      await page('search for what most have', 'withdrawals/all?search=gmail');
      await page('search for a bank of a tenth', 'withdrawals/history?search=okaxis');
      await page('search for a name of one in a hundred', 'withdrawals/all?search=asha%20rao');
      await page('search for two letters', 'withdrawals/all?search=zq');
      await page('search that finds nothing', 'withdrawals/all?search=nobody-at-all');
      const { rows } = await database.pool.query<{ id: string }>(
        "select id from withdrawals where status = 'pending' order by created_at desc limit 1",
      );
      await page('details', `withdrawals/${rows[0]?.id ?? ''}`);
      await page('needs attention', 'payouts/attention');
    },
  );

/** Spread over two years. Most are paid, 2 in 1,000 are pending, 1 in 1,000 failed. */
async function seedWithdrawals(database: Database): Promise<void> {
  const users = Math.min(USERS, WITHDRAWALS);
  for (let first = 1; first <= WITHDRAWALS; first += PORTION) {
    await database.execute(sql`
      insert into withdrawals (id, created_at, user_id, user_uid, user_name, user_email, coins, amount_paise, method, upi_id,
        account_number, ifsc_code, status, hold_journal_id, transaction_id, verified_by, verified_at, finished_at)
      select 'wdr_' || lpad(n::text, 26, '0'), at, u.id, u.uid, u.name, u.email, 10 + n % 900, (10 + n % 900) * 100,
        case when n % 10 < 8 then 'upi' else 'bank' end,
        case when n % 10 < 8 then 'person' || u.id || '@' || (array['okaxis', 'ybl', 'paytm', 'okhdfcbank', 'upi', 'ibl', 'axl', 'okicici'])[1 + n % 8] end,
        case when n % 10 >= 8 then (100000000000 + u.id)::text end, case when n % 10 >= 8 then 'HDFC0001234' end,
        case when n % 1000 < 2 then 'pending' when n % 1000 = 3 then 'payment_failed' when n % 10 = 4 then 'rejected' else 'completed' end,
        n, case when n % 10 <> 4 and n % 1000 >= 4 then (400000000000 + n)::text end,
        case when n % 1000 >= 2 then 'Admin' end, case when n % 1000 >= 2 then at + interval '1 hour' end, null
      from (select n, now() - (${WITHDRAWALS}::int - n) * (interval '700 days' / ${WITHDRAWALS}::int) as at
        from generate_series(${first}::int, ${Math.min(WITHDRAWALS, first + PORTION - 1)}::int) n) g
      join users u on u.id = 1 + (n::bigint * 7919) % ${users}::int`);
  }
}
