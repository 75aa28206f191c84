import { rowColumns, sql, type Queryable, type Row, type Tx } from '#platform/database/index.ts';
import { newUlid, timeOfUlid } from '#platform/ids/index.ts';
import { clean, loggedBody, toLoggedText, toLoggedUrl, type LogEntry } from './log-entry.ts';

/** A log row: bounded texts, no token. */
export type LogRow = Row<'postback_log'>;

const LOG_COLUMNS = rowColumns('postback_log');

export function toLogRow(entry: LogEntry): LogRow {
  const { postback } = entry;
  const unreadable = postback.unreadable?.text;
  const id = newUlid(postback.receivedAt);
  return {
    id,
    receivedAt: timeOfUlid(id) as Date,
    method: postback.method,
    url: toLoggedUrl(postback.url),
    body: unreadable === undefined ? loggedBody(postback.body) : toLoggedText(unreadable),
    ip: postback.ip,
    userAgent: textOrNull(postback.userAgent),
    offerId: textOrNull(entry.offerId),
    eventKey: textOrNull(entry.eventKey),
    clickId: entry.clickId ?? null,
    verdict: entry.verdict,
    httpStatus: entry.httpStatus,
    detail: textOrNull(entry.detail),
    conversionId: entry.conversionId ?? null,
  };
}

/** Sent with the transaction's next statement or its commit. */
export const insertLogRows = (tx: Tx, rows: readonly LogRow[]): void => tx.copyLater(LOG_COLUMNS, rows);

export const insertPostbackLog = (tx: Tx, entries: readonly LogEntry[]): void =>
  insertLogRows(tx, entries.map(toLogRow));

const textOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : clean(text);

/** Counts the approved conversions of each event on a day in Asia/Kolkata. */
export async function countApprovedOn(
  q: Queryable,
  eventIds: readonly number[],
  day: string,
): Promise<Map<number, number>> {
  const rows = await q.query<{ eventId: number; approved: number }>(sql`
    select event_id, approved from event_day_counts where event_id = any (${eventIds}::bigint[]) and day = ${day}`);
  return new Map(rows.map((row) => [row.eventId, row.approved]));
}
