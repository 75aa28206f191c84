import type { Coins, Paise } from '@muneem/contract/money';
import { eventKey, withAliases } from '@muneem/contract/conversions';
import type { LoggedPostbackDetails, PostbackVerdict } from '@muneem/contract/postbacks';
import { endOfKolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import {
  allOf,
  isOneOf,
  newestFirst,
  raw,
  rowColumns,
  sql,
  type Queryable,
  type Row,
  type RowOf,
  type Sql,
  type Tx,
} from '#platform/database/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';

/** The longest text of a log row, in characters. */
export const MAX_TEXT = 4_000;

export interface PostbackLogFilter {
  readonly offerId?: string | undefined;
  readonly verdict?: PostbackVerdict | undefined;
  readonly event?: string | undefined;
  readonly clickId?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface PostbackLogRow extends RowOf<LoggedPostbackDetails, '_id' | 'headers' | 'replays'> {
  readonly id: string;
  readonly userAgent: string | null;
}

/**
 * Verdicts after a valid token that neither paid nor refused for good. A replay checks the sender again.
 * The short form checks token and sender against the click's offer, so it allows fewer verdicts.
 */
const REPLAYABLE: readonly PostbackVerdict[] = ['offer_inactive', 'event_unknown', 'event_retired', 'ip_not_allowed'];
const REPLAYABLE_BY_PATH: readonly PostbackVerdict[] = [
  ...REPLAYABLE,
  'offer_mismatch',
  'click_missing',
  'click_unknown',
  'not_stored',
];

const replayable = sql`(
  l.verdict = any (case when l.url ~ '^/postback/[^/?#]+/[^/?#]+' then ${REPLAYABLE_BY_PATH}::text[] else ${REPLAYABLE}::text[] end)
  and length(l.url) <= ${MAX_TEXT} and coalesce(length(l.body), 0) <= ${MAX_TEXT})`;

const COLUMNS = sql`l.id, l.received_at, l.method, l.url, l.body, host(l.ip) as ip, l.user_agent,
  l.offer_id, o.title as offer_title, l.event_key as event, l.click_id, l.verdict,
  l.http_status, l.detail, l.conversion_id, ${replayable} as replayable`;

/** The postbacks of a click, newest first. Prepared: to plan it for every month takes longer than to run it. */
export function listLogOfClick(q: Queryable, clickId: string, limit: number): Promise<PostbackLogRow[]> {
  const { text, values } = sql`
    select ${COLUMNS} from postback_log l left join offers o on o.id = l.offer_id
    where l.click_id = ${clickId.toUpperCase()} order by l.received_at desc, l.id desc limit ${limit}`;
  return q.prepared<PostbackLogRow>('postback-log-of-click', text, values);
}

/** Newest first. @param after id of the last row of the previous page */
export function listPostbackLog(
  q: Queryable,
  filter: PostbackLogFilter,
  { limit, after, now }: { limit: number; after?: string | undefined; now: Date },
): Promise<PostbackLogRow[]> {
  const { clickId, startDate, endDate } = filter;
  const before = after === undefined ? null : timeOfUlid(after);
  const read = (since?: Date): Promise<PostbackLogRow[]> =>
    q.query<PostbackLogRow>(sql`
      select ${COLUMNS} from postback_log l left join offers o on o.id = l.offer_id
      where ${conditions(filter)} and ${since === undefined ? sql`true` : sql`l.received_at >= ${since}`}
        and ${before === null ? sql`true` : sql`l.received_at <= ${before} and (l.received_at, l.id) < (${before}, ${after})`}
      order by l.received_at desc, l.id desc limit ${limit}`);
  if (clickId) {
    const isOnlyFilter =
      after === undefined && Object.values(filter).filter((value) => value !== undefined).length === 1;
    return isOnlyFilter ? listLogOfClick(q, clickId, limit) : read();
  }
  const end = endDate === undefined ? now : endOfKolkataDay(endDate);
  return newestFirst(
    {
      until: before !== null && before < end ? before : end,
      from: startDate === undefined ? undefined : startOfKolkataDay(startDate),
      limit,
    },
    read,
  );
}

const replays = sql`select from postback_replays r where r.postback_id = l.id`;
/** First never replayed postbacks, oldest first. Then replayed but not counted ones, least recently replayed first. */
const TURNS = {
  first: { fits: sql`not exists (${replays})`, order: sql`l.received_at, l.id` },
  again: {
    fits: sql`exists (${replays}) and not exists (${replays} and r.verdict in ('accepted', 'duplicate', 'contradiction', 'reversed'))`,
    order: sql`(select max(r.replayed_at) from postback_replays r where r.postback_id = l.id), l.received_at, l.id`,
  },
} as const satisfies Record<string, { fits: Sql; order: Sql }>;

export const listReplayable = (
  q: Queryable,
  filter: PostbackLogFilter,
  { turn, limit }: { turn: keyof typeof TURNS; limit: number },
): Promise<PostbackLogRow[]> =>
  q.query<PostbackLogRow>(sql`
    select ${COLUMNS} from postback_log l left join offers o on o.id = l.offer_id
    where ${conditions(filter)} and ${replayable} and ${TURNS[turn].fits}
    order by ${TURNS[turn].order} limit ${limit}`);

/** Reads these log rows, oldest first. Skips unknown ids. Only their months are planned. */
export function readPostbackLog(q: Queryable, ids: readonly string[]): Promise<PostbackLogRow[]> {
  const known = ids.filter((id) => timeOfUlid(id) !== null);
  return q.query<PostbackLogRow>(sql`
    select ${COLUMNS} from postback_log l left join offers o on o.id = l.offer_id
    where l.id = any (${known}::text[]) and l.received_at = any (${known.map((id) => timeOfUlid(id))}::timestamptz[])
    order by l.received_at, l.id`);
}

function conditions({ offerId, verdict, event, clickId, startDate, endDate }: PostbackLogFilter): Sql {
  return allOf([
    ...(offerId === undefined ? [] : [sql`l.offer_id = ${offerId}`]),
    // The index by verdict lacks some verdicts. Those are found by time.
    ...(verdict === undefined ? [] : [sql`l.verdict = ${verdict}`]),
    ...(event === undefined || event === '' ? [] : [isOneOf(sql`l.event_key`, withAliases(eventKey(event)))]),
    ...(clickId === undefined || clickId === '' ? [] : [sql`l.click_id = ${clickId.toUpperCase()}`]),
    ...(startDate === undefined ? [] : [sql`l.received_at >= ${startOfKolkataDay(startDate)}`]),
    ...(endDate === undefined ? [] : [sql`l.received_at < ${endOfKolkataDay(endDate)}`]),
  ]);
}

interface ReplayRow extends Row<'postback_replays'> {
  readonly verdict: PostbackVerdict;
}

const NEW_REPLAY = rowColumns('postback_replays');

export const insertReplays = (tx: Tx, rows: readonly ReplayRow[]): void => tx.insertLater(NEW_REPLAY, rows);

export const listReplaysOf = (q: Queryable, postbackIds: readonly string[]): Promise<ReplayRow[]> =>
  q.query<ReplayRow>(sql`
    select ${raw(NEW_REPLAY.names)} from postback_replays
    where postback_id = any (${postbackIds}::text[]) order by replayed_at desc, id desc limit 200`);

/** Serializes confirmations of the same preview. @returns the number of rows an earlier confirmation wrote */
export async function lockReplay(tx: Tx, batchId: string): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`replay:${batchId}`}, 0))`);
  return tx.getValue(sql`select count(*) as n from postback_replays where batch_id = ${batchId}`);
}

interface StoredConversion {
  readonly userPayoutPaise: Paise;
  readonly referralPayoutPaise: Paise;
  readonly rewardCoins: Coins;
  readonly referralCoins: Coins;
  readonly reason: string | null;
}

/** Reads what conversions pay within this transaction. */
export async function readConversions(q: Queryable, ids: readonly string[]): Promise<Map<string, StoredConversion>> {
  const rows = await q.query<StoredConversion & { id: string }>(sql`
    select c.id, c.user_payout_paise, c.referral_payout_paise,
      c.reward_coins, c.referral_coins, c.reason
    from conversions c
    where c.id = any (${ids}::text[]) and c.created_at = any (${ids.map((id) => timeOfUlid(id.slice(4)))}::timestamptz[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
