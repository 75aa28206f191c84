import { sql } from '@muneem/server/platform/database/index.ts';
import { withListServer } from '../lists/list-server.ts';
import { seedUsers } from '../lists/seed-lists.ts';
import { seedWithdrawals } from './seed-withdrawals.ts';

const WITHDRAWALS = Number(process.env['BENCH_WITHDRAWALS'] ?? 1_000_000);
const USERS = 200_000;
const LIMIT_MS = 50;
/** Searches that many or none match. */
const RARE_MS = 300;

/** Measures the lists of withdrawals, the history and the attention list at full size, over HTTP. */
export const benchWithdrawals = (): Promise<boolean> =>
  withListServer(
    'withdrawals',
    async (database) => {
      const users = Math.min(USERS, WITHDRAWALS);
      await seedUsers(database, users);
      await seedWithdrawals(database, { count: WITHDRAWALS, users, days: 700 });
      return `${WITHDRAWALS.toLocaleString('en-IN')} withdrawals`;
    },
    async ({ ask, askPages, database }) => {
      const page = (what: string, path: string, limitMs = LIMIT_MS) => ask(what, `/api/${path}`, limitMs);
      await page('pending, first page', 'withdrawals/all?status=pending&limit=50');
      await page('all, first page of 100', 'withdrawals/all');
      await askPages('all', '/api/withdrawals/all?limit=50', Math.round((WITHDRAWALS / 50) * 0.9));
      await askPages('completed', '/api/withdrawals/all?limit=50&status=completed', WITHDRAWALS / 50 / 5);
      await page('today', 'withdrawals/all?period=today&limit=50');
      await page('this week, pending', 'withdrawals/all?period=week&status=pending&limit=50');
      await page('by amount', 'withdrawals/all?sort=amount&limit=50');
      await page('history', 'withdrawals/history');
      await page(
        'history of a year, completed',
        'withdrawals/history?status=completed&startDate=2026-01-01&endDate=2026-12-31',
      );
      await askPages('history', '/api/withdrawals/history', WITHDRAWALS / 50 / 5);
      await page('search for one UPI ID', 'withdrawals/all?search=person12345@okaxis');
      await page('search that two users in 5 match', 'withdrawals/all?search=gmail', RARE_MS);
      await page('search that one withdrawal in 10 matches', 'withdrawals/history?search=okaxis', RARE_MS);
      await page('search for a name of one user in 100', 'withdrawals/all?search=asha%20rao', RARE_MS);
      await page('search for two letters', 'withdrawals/all?search=zq', RARE_MS);
      await page('search that finds nothing', 'withdrawals/all?search=nobody-at-all');
      const id = await database.getValue<string>(
        sql`select id from withdrawals where status = 'pending' order by created_at desc limit 1`,
      );
      await page('details', `withdrawals/${id}`);
      await page('needs attention', 'payouts/attention');
    },
  );
