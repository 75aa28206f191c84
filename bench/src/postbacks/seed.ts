import { createSecretBox } from '@muneem/server/platform/crypto/index.ts';
import { sql, type Database } from '@muneem/server/platform/database/index.ts';
import { newUlid, timeOfUlid } from '@muneem/server/platform/ids/index.ts';

export const EVENTS = ['install', 'register', 'level-10', 'deposit'] as const;

/** Returns tracking links of an offer, by its users in turn. */
export const trackingLinks = (offerId: string, users: number, count: number): string[] =>
  Array.from(
    { length: count },
    (_, at) => `/track/${offerId}?uid=user-${1 + (at % users)}&p1=asha${at}@okicici&p2=story&pcid=${at}`,
  );

/** APP_SECRET of every process on a seeded database. */
export const APP_SECRET = 'bench-secret-bench-secret-bench-secret';
export const TOKEN = 'benchbenchbenchbenchbenchbench32';

/** Creates the settings with a known token, an offer, and users with wallets. */
export async function seedOffer(database: Database, users: number): Promise<string> {
  const offerId = 'ofr_bench';
  const sealed = createSecretBox(APP_SECRET).seal(TOKEN, 'settings.security-token');
  await database.execute(sql`
    insert into settings (security_token_sealed, domain, system_name, admin_email)
    values (${sealed}, 'http://127.0.0.1', 'Bench', '')`);
  await database.execute(sql`
    insert into offers (id, title, description, coins, type, requirements, tracking_url)
    values (${offerId}, 'Bench', 'Bench', 250, 'install', 'None', 'https://network.example/?c={click_id}')`);
  await database.execute(sql`
    insert into offer_events (offer_id, position, name, payout_paise, daily_cap, is_required)
    select ${offerId}, position, name, 500, 1000000000, position < 3
    from unnest(${[...EVENTS]}::text[]) with ordinality as e (name, position)`);
  await database.execute(
    sql`insert into users (uid, name) select 'user-' || i, 'User ' || i from generate_series(1, ${users}::int) i`,
  );
  await database.execute(sql`insert into wallets (user_id) select id from users`);
  return offerId;
}

/** Creates clicks of random users, as the tracking link writes them: now, or spread over the last days. */
export async function seedClicks(database: Database, offerId: string, count: number, days = 0): Promise<string[]> {
  const now = Date.now();
  const ids = Array.from({ length: count }, () => newUlid(new Date(now - Math.random() * days * 86_400_000)));
  await database.execute(sql`
    insert into clicks (id, created_at, offer_id, user_id, status, p1, upi, click_ip, user_agent, followed_at)
    select c.id, c.at, ${offerId}, 1 + floor(random() * (select count(*) from users)), 'clicked', 'asha@okicici', 'asha@okicici',
      '203.0.113.7', 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36', c.at
    from unnest(${ids}::text[], ${ids.map((id) => timeOfUlid(id))}::timestamptz[]) as c (id, at)`);
  await database.pool.query('vacuum analyze');
  return ids;
}

/**
 * Creates four events per click. Every fifth request repeats a recent one. Consecutive requests are for different
 * clicks, as in production.
 */
export function postbackPaths(offerId: string, clickIds: readonly string[], repeatShare = 0.2): string[] {
  const group = 500;
  const paths: string[] = [];
  for (let first = 0; first < clickIds.length; first += group) {
    for (const event of EVENTS) {
      for (const clickId of clickIds.slice(first, first + group)) {
        paths.push(`/postback/${offerId}/${event}?token=${TOKEN}&click_id=${clickId}&payout=5.00&txn=${paths.length}`);
        if (Math.random() < repeatShare / (1 - repeatShare)) {
          const recent = Math.max(0, paths.length - 2_000);
          paths.push(paths[recent + Math.floor(Math.random() * (paths.length - recent))] as string);
        }
      }
    }
  }
  return paths;
}
