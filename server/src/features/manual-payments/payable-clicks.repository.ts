import type { Coins } from '@muneem/contract/money';
import type { RewardLimit } from '@muneem/contract/offers';
import {
  CLICKS_FOUND_AT_MOST,
  CLICKS_WINDOW,
  PAYABLE_CLICK_STATUSES,
  type ClickSearchType,
} from '@muneem/contract/manual-payments';
import {
  containsPattern,
  join,
  newestFirst,
  raw,
  readPage,
  sql,
  type ListPage,
  type ListQuery,
  type Queryable,
  type Row,
  type Spot,
  type Sql,
  type Tx,
} from '#platform/database/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import type { ClickRef } from '#features/clicks/index.ts';

interface ClickSearch {
  readonly search: string;
  readonly searchType: ClickSearchType;
  readonly statuses: readonly string[];
  /** Users that match the text, for a general search. */
  readonly userIds: readonly number[];
}

/** A text that matches more offers is too vague. */
const OFFERS_AT_MOST = 50;
const FOUND = CLICKS_FOUND_AT_MOST + 1;

/**
 * Finds the newest matching payable clicks, at most CLICKS_FOUND_AT_MOST + 1. Ids, offers and users use indexes.
 * Unindexed texts (pcid, p1 to p6, upi) are searched in the newest CLICKS_WINDOW payable clicks.
 */
export async function findPayableClicks(q: Queryable, search: ClickSearch, now: Date): Promise<ClickRef[]> {
  const read = async (since?: Date): Promise<ClickRef[]> => {
    const branches = branchesOf(search, since);
    if (branches.length === 0) return [];
    return q.query<ClickRef>(sql`
      select id, created_at from (${join(branches, ' union ')}) found
      order by created_at desc, id desc limit ${FOUND}`);
  };
  return search.search === '' ? newestFirst({ until: now, from: undefined, limit: FOUND }, read) : read();
}

const payable = (statuses: readonly string[]): Sql =>
  sql`c.completed_at is null and c.paid_at is null and c.status = any (${statuses}::text[])`;

function branchesOf({ search, searchType, statuses, userIds }: ClickSearch, since: Date | undefined): Sql[] {
  const open = payable(statuses);
  if (search === '') return [newest(since === undefined ? open : sql`${open} and c.created_at >= ${since}`)];
  const pattern = containsPattern(search);
  switch (searchType) {
    case 'click_id':
      return byClickId(open, search);
    case 'offer_name':
      return [byOffer(open, offersNamed(pattern))];
    case 'event_name':
      return [
        byOffer(
          open,
          sql`select distinct offer_id as id from offer_events where name ilike ${pattern} and removed_at is null limit ${OFFERS_AT_MOST}`,
        ),
      ];
    case 'pcid':
      return [...byClickId(open, search), inWindow(open, sql`params ->> 'pcid' ilike ${pattern}`)];
    case 'general':
      return [
        ...byClickId(open, search),
        byOffer(open, offersNamed(pattern)),
        ...(userIds.length === 0 ? [] : [byUser(open, userIds)]),
        inWindow(open, sql`concat_ws(' ', upi, p1, p2, p3, p4, p5, p6, params ->> 'pcid') ilike ${pattern}`),
      ];
    default:
      return [inWindow(open, sql`${raw(searchType)} ilike ${pattern}`)];
  }
}

const offersNamed = (pattern: string): Sql =>
  sql`select id from offers where title ilike ${pattern} order by created_at desc limit ${OFFERS_AT_MOST}`;

const newest = (condition: Sql): Sql =>
  sql`(select c.id, c.created_at from clicks c where ${condition} order by c.created_at desc limit ${FOUND})`;

const ULID_LENGTH = 26;
const ULID_START = /^[0-7][0-9A-HJKMNP-TV-Z]{0,25}$/;
/** The first and last ULID with this prefix bound the click's time, and so its partition. */
function byClickId(open: Sql, search: string): Sql[] {
  const start = search.toUpperCase();
  if (!ULID_START.test(start)) return [];
  const first = start.padEnd(ULID_LENGTH, '0');
  const last = start.padEnd(ULID_LENGTH, 'Z');
  const latest = timeOfUlid(last);
  const range = sql`c.id between ${first} and ${last} and c.created_at between ${timeOfUlid(first)} and ${latest}`;
  return [newest(sql`${open} and ${range}`)];
}

const byOffer = (open: Sql, offers: Sql): Sql => sql`(
  select c.id, c.created_at from (${offers}) o cross join lateral (
    select c.id, c.created_at from clicks c where c.offer_id = o.id and ${open} order by c.created_at desc limit ${FOUND}
  ) c)`;

const byUser = (open: Sql, userIds: readonly number[]): Sql => sql`(
  select c.id, c.created_at from unnest(${userIds}::bigint[]) u (id) cross join lateral (
    select c.id, c.created_at from clicks c where c.user_id = u.id and ${open} order by c.created_at desc limit ${FOUND}
  ) c)`;

const inWindow = (open: Sql, condition: Sql): Sql => sql`(
  select id, created_at from (
    select * from clicks c where ${open} order by c.created_at desc limit ${CLICKS_WINDOW}
  ) recent where ${condition} order by created_at desc limit ${FOUND})`;

export const readClickPage = (
  q: Queryable,
  found: readonly ClickRef[],
  query: Pick<ListQuery, 'page' | 'limit' | 'anchor'>,
): Promise<ListPage<ClickRef & Spot>> =>
  readPage(
    { ...query, sort: 'createdAt', order: 'desc' },
    { value: 'created_at', id: 'id' },
    ({ where, orderBy, range }) =>
      q.query<ClickRef & Spot>(sql`
        select id, created_at, created_at::text as sort_value
        from unnest(${found.map(({ id }) => id)}::text[], ${found.map(({ createdAt }) => createdAt)}::timestamptz[]) as found (id, created_at)
        where ${where} order by ${orderBy} ${range}`),
  );

export interface PayableClickRow extends Pick<Row<'clicks'>, 'id' | 'createdAt' | 'status' | 'upi' | 'offerId'> {
  readonly isPaid: boolean;
  readonly offerTitle: string;
  readonly offerCoins: Coins;
  /** Null for an anonymous click or a deleted user. */
  readonly userId: number | null;
  readonly uid: string | null;
  readonly userName: string | null;
  readonly userEmail: string | null;
  /** Coins that its conversions earned. A written-off reversal counts as earned, because the user keeps the coins. */
  readonly earnedCoins: Coins;
  /** Coins of its reversed events that are still outstanding: they are collected, or written off. */
  readonly owedCoins: Coins;
  /** An approved claim paid the offer to its user. */
  readonly isClaimed: boolean;
  readonly rewardLimit: RewardLimit;
  /** The offer does not pay each click, and another click of its user was rewarded in this period. */
  readonly isRewarded: boolean;
}

/** Reads these clicks, newest first. @param today the day in Asia/Kolkata */
export async function readClicks(q: Queryable, refs: readonly ClickRef[], today: string): Promise<PayableClickRow[]> {
  if (refs.length === 0) return [];
  const oldest = new Date(Math.min(...refs.map(({ createdAt }) => createdAt.getTime())));
  return q.query<PayableClickRow>(sql`
    select c.id, c.created_at, c.status, c.paid_at is not null as is_paid, c.upi,
      c.offer_id, o.title as offer_title, o.coins as offer_coins,
      u.id as user_id, u.uid, u.name as user_name, u.email as user_email,
      (select coalesce(sum(v.reward_coins), 0)::bigint from conversions v
        where v.click_id = c.id and v.created_at >= ${oldest} and v.status = 'approved')
      + coalesce(k.written_off, 0) as earned_coins, coalesce(k.owed, 0) as owed_coins,
      exists (select from offer_claims k where k.offer_id = c.offer_id and k.user_id = c.user_id and k.status = 'approved')
        as is_claimed,
      o.reward_limit,
      o.reward_limit <> 'each_click' and exists (
        select from offer_events e join user_rewards r on r.event_id = e.id
        where e.offer_id = c.offer_id and r.user_id = u.id and r.click_id <> c.id
          and r.period = case o.reward_limit when 'once' then '-infinity' else ${today}::date end) as is_rewarded
    from clicks c join offers o on o.id = c.offer_id
    left join users u on u.id = c.user_id and u.deleted_at is null
    left join lateral (
      select sum(r.coins) filter (where r.status = 'written_off')::bigint as written_off,
        sum(r.coins) filter (where r.status = 'owed')::bigint as owed
      from conversion_reversals v join reversed_credits r using (conversion_id)
      where v.click_id = c.id and r.kind = 'reward') k on true
    where ${isOneOf(refs)} order by c.created_at desc, c.id desc`);
}

/**
 * Locks the clicks in id order, like record-conversions, until the transaction ends. Their offers cannot be saved
 * meanwhile: a new event is claimed for the users whose payment is committed.
 */
export async function lockClicks(tx: Tx, refs: readonly ClickRef[]): Promise<void> {
  await tx.query(sql`
    select from clicks c join offers o on o.id = c.offer_id where ${isOneOf(refs)}
    order by c.id for no key update of c for key share of o`);
}

/** Claims all events of the offers that do not pay each click. Retries the transaction if another click has one. */
export async function claimRewards(
  tx: Tx,
  payments: readonly { readonly row: PayableClickRow; readonly coins: Coins }[],
  today: string,
): Promise<void> {
  const rows = payments.filter(({ row, coins }) => row.rewardLimit !== 'each_click' && coins > 0).map(({ row }) => row);
  if (rows.length === 0) return;
  await tx.query(sql`
    select claim_user_rewards(${rows.map(({ offerId }) => offerId)}::text[], ${rows.map(({ userId }) => userId)}::bigint[],
      ${rows.map(({ rewardLimit }) => (rewardLimit === 'once' ? '-infinity' : today))}::date[], ${rows.map(({ id }) => id)}::text[])`);
}

/** A paid click is completed. */
export async function markClicksPaid(tx: Tx, refs: readonly ClickRef[], at: Date): Promise<void> {
  const changed = await tx.execute(sql`
    update clicks c set status = 'completed', paid_at = ${at}, completed_at = ${at}
    where ${isOneOf(refs)} and c.paid_at is null and c.status = any (${PAYABLE_CLICK_STATUSES}::text[])`);
  if (changed !== refs.length) throw new Error('a click changed while it was locked');
}

/** The times are values of the statement, so that PostgreSQL plans only their months. */
const isOneOf = (refs: readonly ClickRef[]): Sql =>
  sql`c.id = any (${refs.map(({ id }) => id)}::text[]) and c.created_at = any (${refs.map(({ createdAt }) => createdAt)}::timestamptz[])`;
