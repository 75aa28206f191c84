import { raw, sql, type Database, type Sql } from '@muneem/server/platform/database/index.ts';
import { seedSums } from './seed-sums.ts';

const PORTION = 100_000;

/** Number of cities. The largest has an eighth of all conversions, the smallest one in two thousand. */
const CITIES = 300;

/**
 * Creates conversions of the last days (default 60) over 500 offers, 300 cities and four events, with their sums. 97 of 100 come
 * by postback and are approved. The others come by smart poll or by hand, are over their cap, or are rejected. One
 * event in a thousand is rare.
 * @param coins reward of each. With 0 none is manual, and the ledger adds up: these rewards have no journals
 */
export async function seedConversions(database: Database, count: number, days = 60, coins = 5): Promise<void> {
  await ensureMonths(database, 'conversions', days);
  for (let first = 1; first <= count; first += PORTION) {
    const last = Math.min(count, first + PORTION - 1);
    await database.execute(sql`
      insert into conversions (id, created_at, click_id, click_created_at, offer_id, offer_title, event_id, event_name, event_key, user_id,
        source, status, user_payout_paise, reward_coins, click_ip, conversion_ip, p1, approved_at, city, state, country)
      select 'cnv_' || ${ulidOf('ms')}, at, ${ulidOf('ms - 3600000')}, at - interval '1 hour', 'ofr_bench_' || 1 + n * 7919 % 500, 'Offer',
        length(event), event, event, 1 + n * 104729 % (select count(*) from users),
        case when n % 331 = 0 and ${coins}::int > 0 then 'manual' when n % 67 = 0 then 'smart_poll' else 'postback' end,
        case when n % 211 = 0 then 'cutbacked' when n % 499 = 0 then 'rejected' when n % 997 = 0 then 'pending' else 'approved' end,
        500, ${coins}::int, '203.0.113.7', '198.51.100.9', 'asha@okicici', at, 'City ' || city, 'State ' || city % 36, 'India'
      from generate_series(${first}::bigint, ${last}::bigint) n
      cross join lateral (select
        date_trunc('milliseconds', now() - (${count}::bigint - n) * (make_interval(days => ${days}::int) / ${count}::bigint)) as at,
        case when n % 1009 = 0 then 'level-50' else (array['install', 'register', 'deposit', 'level-10'])[1 + n / 500 % 4] end as event,
        floor(power(${CITIES}::float, (n * 48611 % 10007) / 10007.0))::int as city) v
      cross join lateral (select (extract(epoch from at) * 1000)::bigint as ms) t`);
  }
  await seedSums(database);
}

/**
 * Returns SQL for a ULID: the milliseconds (48 bits in ten characters of Crockford's base 32), then `n` instead of the
 * random part. A function in the database would take several times as long as the rest of the row.
 */
function ulidOf(ms: string): Sql {
  const digits = Array.from(
    { length: 10 },
    (_, digit) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + ((${ms}) >> ${45 - 5 * digit} & 31)::int, 1)`,
  );
  return raw(`${digits.join(' || ')} || lpad(n::text, 16, '0')`);
}

/** Creates a partition for each month of the last days, and for the next month. */
export async function ensureMonths(database: Database, table: string, days: number, fillFactor = 100): Promise<void> {
  const months = Math.ceil((days + 31) / 28) + 2;
  await database.execute(
    sql`select ensure_monthly_partitions(${table}, (current_date - ${days + 31}::int)::date, ${months}, ${fillFactor})`,
  );
}
