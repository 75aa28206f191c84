import { sql, type Database } from '@muneem/server/platform/database/index.ts';
import { newUlid } from '@muneem/server/platform/ids/index.ts';
import { seedOffer } from '../postbacks/seed.ts';

/** 127.0.0.1 to 127.0.0.8: eight companies, each with its own limits. */
const TARGETS = 8;

export interface DeliverySeed {
  readonly deliveries: number;
  readonly port: number;
  /** Timeout of the speed run. Long enough for an overloaded machine. */
  readonly timeoutMs: number;
}

interface CustomPostbackSeed {
  readonly offerId: string;
  readonly port: number;
  readonly timeoutMs?: number;
  /** Each event gets its own company with its own address. */
  readonly events: readonly string[];
}

/** Creates active custom postbacks that call the benchmark's target. */
export async function seedCustomPostbacks(
  database: Database,
  { offerId, port, timeoutMs = 30_000, events }: CustomPostbackSeed,
): Promise<void> {
  await database.execute(sql`
    insert into custom_postbacks (id, offer_id, company_name, company_id, event_id, postback_url, target, priority, retry_count,
      timeout_ms, status)
    select 'cpb_' || i, ${offerId}, 'Company ' || i, 'c' || i, v.id,
      'http://127.0.0.' || i || ':' || ${String(port)}::text || '/pb?click={click_id}&event={event_name}&payout={payout}&p1={p1}',
      'http://127.0.0.' || i || ':' || ${String(port)}::text, 1 + i % 3, 3, ${timeoutMs}, 'active'
    from unnest(${[...events]}::text[]) with ordinality as e (event, i)
    join offer_events v on v.offer_id = ${offerId} and v.name = e.event`);
}

/** Creates active custom postbacks and the deliveries that conversions would have enqueued. */
export async function seedDeliveries(database: Database, { deliveries, port, timeoutMs }: DeliverySeed): Promise<void> {
  const offerId = await seedOffer(database, 10);
  const events = Array.from({ length: TARGETS }, () => 'install');
  await seedCustomPostbacks(database, { offerId, port, timeoutMs, events });
  const macros = JSON.stringify({
    click_id: '01J0000000000000000000000A',
    event_name: 'install',
    payout: '5',
    p1: 'a@okicici',
  });
  const conversion = `cnv_${newUlid(new Date()).slice(0, 16)}`;
  await database.execute(sql`
    insert into postback_deliveries (custom_postback_id, conversion_id, priority, macros)
    select 'cpb_' || (1 + i % ${TARGETS}::int), ${conversion}::text || lpad(i::text, 10, '0'), 1, ${macros}::jsonb
    from generate_series(1, ${deliveries}::int) i`);
  await database.pool.query('vacuum analyze');
}

export const countAttempts = (database: Database): Promise<number> =>
  database.getValue(sql`select count(*) from postback_attempts`);

export const countOpen = (database: Database): Promise<number> =>
  database.getValue(sql`select count(*) from postback_deliveries where status in ('waiting', 'sending')`);

/** Returns the deliveries per second, without the first `after` ones. */
export const deliveredPerSecond = (database: Database, after: number): Promise<number> =>
  database.getValue(sql`
    with rest as (select finished_at from postback_deliveries where status = 'delivered' order by finished_at offset ${after})
    select count(*) / extract(epoch from max(finished_at) - min(finished_at))::float8 from rest`);
