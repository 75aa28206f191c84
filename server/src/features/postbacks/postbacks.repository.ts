import { sql, type Queryable } from '#platform/database/index.ts';
import { newUlid, timeOfUlid } from '#platform/ids/index.ts';
import { clean, loggedBody, loggedUrl, type LogEntry } from './log-entry.ts';

const INSERT_LOG = `
insert into postback_log (id, received_at, method, url, body, ip, user_agent, offer_id, event_key, click_id, verdict, http_status, detail, conversion_id)
select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::inet[], $7::text[], $8::text[], $9::text[],
  $10::text[], $11::text[], $12::int[], $13::text[], $14::text[])`;

/** Writes what came in and what became of it. */
export async function insertPostbackLog(q: Queryable, entries: readonly LogEntry[]): Promise<void> {
  const ids = entries.map(({ postback }) => newUlid(postback.receivedAt));
  await q.prepared('postbacks-log', INSERT_LOG, [
    ids,
    ids.map((id) => timeOfUlid(id)),
    entries.map(({ postback }) => postback.method),
    entries.map(({ postback }) => loggedUrl(postback.url)),
    entries.map(({ postback }) => loggedBody(postback.body)),
    entries.map(({ postback }) => postback.ip),
    entries.map(({ postback }) => textOrNull(postback.userAgent)),
    entries.map(({ offerId }) => textOrNull(offerId)),
    entries.map(({ eventKey }) => textOrNull(eventKey)),
    entries.map(({ clickId }) => clickId ?? null),
    entries.map(({ verdict }) => verdict),
    entries.map(({ httpStatus }) => httpStatus),
    entries.map(({ detail }) => textOrNull(detail)),
    entries.map(({ conversionId }) => conversionId ?? null),
  ]);
}

const textOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : clean(text);

/** How many conversions of each event were approved on a day of Asia/Kolkata. */
export async function countApprovedOn(
  q: Queryable,
  eventIds: readonly number[],
  day: string,
): Promise<Map<number, number>> {
  const rows = await q.query<{ event_id: number; approved: number }>(sql`
    select event_id, approved from event_day_counts where event_id = any (${eventIds}::bigint[]) and day = ${day}`);
  return new Map(rows.map((row) => [row.event_id, row.approved]));
}

/** The log's months from `now` on, so that no row falls into the default partition. */
export const ensurePostbackPartitions = async (q: Queryable, now: Date): Promise<void> => {
  await q.query(sql`select ensure_monthly_partitions('postback_log', ${now}::date, 4)`);
};
