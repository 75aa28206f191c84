import type { Client } from 'pg';

/** One offer with three active postbacks that share one target. */
export async function seedPostbacks(db: Client, url: string, { timeoutMs }: { timeoutMs: number }): Promise<void> {
  await db.query(`insert into offers (id, title, description, coins, type, requirements, tracking_url)
    values ('ofr_crash', 'Crash', 'Crash', 250, 'install', 'None', 'https://network.example/?c={click_id}')`);
  await db.query("insert into offer_events (offer_id, position, name) values ('ofr_crash', 1, 'install')");
  await db.query(
    `insert into custom_postbacks (id, offer_id, company_name, company_id, event_id, postback_url, target, retry_count, timeout_ms, status)
     select 'cpb_' || i, 'ofr_crash', 'Company ' || i, 'c', e.id, $1 || '/pb/' || i || '?c={click_id}', $1, 2, $2, 'active'
     from generate_series(1, 3) i join offer_events e on e.offer_id = 'ofr_crash'`,
    [url, timeoutMs],
  );
}

/** Enqueues `count` deliveries, spread over the postbacks. @param first the number of the first one */
export const enqueueDeliveries = (db: Client, count: number, first = 1) =>
  db.query(
    `insert into postback_deliveries (custom_postback_id, conversion_id, priority, macros)
     select 'cpb_' || (1 + i % 3), 'cnv_' || i, 1, '{"click_id":"C","event_name":"install"}' from generate_series($2::int, $2::int + $1::int - 1) i`,
    [count, first],
  );
