import { sql, type Database } from '@muneem/server/platform/database/index.ts';
import { seedCustomPostbacks } from '../deliveries/seed-deliveries.ts';
import { ensureMonths, seedConversions } from '../lists/seed-conversions.ts';
import { seedCoins, seedOffers, seedUsers } from '../lists/seed-lists.ts';
import { seedWithdrawals } from '../payouts/seed-withdrawals.ts';
import { EVENTS, seedOffer } from '../postbacks/seed.ts';

const CONVERSIONS_PER_USER = 10;
const OFFERS = 500;
/** The port that discards: no delivery is due, so nothing is sent. */
const NO_PORT = 9;

/**
 * Fills a database as a platform of constant traffic does in some days: a partition for each month, and in each month
 * the same number of rows. @returns what was made
 */
export async function seedGrowth(database: Database, days: number, conversions: number): Promise<string> {
  const users = conversions / CONVERSIONS_PER_USER;
  const offerId = await seedOffer(database, 1);
  await seedUsers(database, users, days);
  await seedCoins(database, users);
  await seedOffers(database, OFFERS);
  await seedWithdrawals(database, { count: users, users, days });
  await seedConversions(database, conversions, days);
  await ensureMonths(database, 'clicks', days, 80);
  await ensureMonths(database, 'postback_log', days);
  await ensureMonths(database, 'postback_attempts', days);
  await seedRowsOfConversions(database);
  await seedCustomPostbacks(database, { offerId, port: NO_PORT, events: EVENTS });
  await seedDeliveries(database);
  await seedAudit(database, users, days);
  return `${conversions.toLocaleString('en-IN')} conversions and ${users.toLocaleString('en-IN')} users of ${days} days`;
}

/** Gives each conversion its click, its key and its postback. A third of the clicks can still be paid by hand. */
async function seedRowsOfConversions(database: Database): Promise<void> {
  await database.execute(sql`
    insert into clicks (id, created_at, offer_id, user_id, status, p1, upi, click_ip, user_agent, followed_at, completed_at)
    select click_id, click_created_at, offer_id, user_id, case when user_id % 3 = 0 then 'in_progress' else 'completed' end, p1, p1, click_ip,
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36', click_created_at, case when user_id % 3 = 0 then null else created_at end
    from conversions`);
  await database.execute(sql`
    insert into conversion_keys (click_id, event_id, conversion_id, approved)
    select click_id, event_id, id, status = 'approved' from conversions`);
  await database.execute(sql`
    insert into postback_log (id, received_at, offer_id, event_key, click_id, conversion_id, method, url, ip, user_agent, verdict, http_status)
    select substr(id, 5), created_at, offer_id, event_key, click_id, id, 'GET',
      '/postback/' || offer_id || '/' || event_key || '?token=benc…&click_id=' || click_id || '&payout=5.00', conversion_ip, 'ad-network/1.0',
      case status when 'cutbacked' then 'over_cap' when 'rejected' then 'ip_blocked' else 'accepted' end, 200
    from conversions`);
}

/** One conversion in four was reported to a tracking company, at the first attempt: 100 days have more than are counted. */
async function seedDeliveries(database: Database): Promise<void> {
  await database.execute(sql`
    insert into postback_deliveries (custom_postback_id, conversion_id, priority, status, macros, claims, attempts, attempts_total, last_status,
      last_ms, created_at, finished_at)
    select 'cpb_' || 1 + length(event_key) % 4, id, 1, 'delivered', jsonb_build_object('click_id', click_id, 'event_name', event_name), 1, 1, 1, 200,
      40, created_at, created_at
    from conversions where user_id % 4 = 0`);
  await database.execute(sql`
    insert into postback_attempts (delivery_id, number, custom_postback_id, method, url, success, status, ms, started_at)
    select id, 1, custom_postback_id, 'GET', 'https://company.example/pb?click=' || conversion_id, true, 200, 40, created_at
    from postback_deliveries`);
}

async function seedAudit(database: Database, count: number, days: number): Promise<void> {
  await database.execute(sql`
    insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, before, after)
    select now() - (${count}::int - n) * (make_interval(days => ${days}::int) / ${count}::int), 'admin', 'adm_' || n % 5, 'Admin ' || n % 5,
      (array['offer.update', 'withdrawal.approve', 'withdrawal.reject', 'settings.update'])[1 + n % 4], 'offer', 'ofr_bench_' || 1 + n % 500,
      '{"coins": 10}', '{"coins": 12}'
    from generate_series(1, ${count}::int) n`);
}
