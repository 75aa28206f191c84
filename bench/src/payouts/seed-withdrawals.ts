import { sql, type Database } from '@muneem/server/platform/database/index.ts';

const PORTION = 50_000;

/** Creates withdrawals, spread over the last days. Most are paid, 2 in 1,000 are pending, 1 in 1,000 failed. */
export async function seedWithdrawals(
  database: Database,
  { count, users, days }: { readonly count: number; readonly users: number; readonly days: number },
): Promise<void> {
  for (let first = 1; first <= count; first += PORTION) {
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
      from (select n, now() - (${count}::int - n) * (make_interval(days => ${days}::int) / ${count}::int) as at
        from generate_series(${first}::int, ${Math.min(count, first + PORTION - 1)}::int) n) g
      join users u on u.id = 1 + (n::bigint * 7919) % ${users}::int`);
  }
}
