import type { Coins } from '@muneem/contract/money';
import { allOf, containsPattern, raw, sql, type Queryable, type Sql, type Tx } from '#platform/database/index.ts';

export interface ClaimRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly offerId: string;
  readonly offerTitle: string;
  readonly offerType: 'prime' | 'regular';
  readonly coins: Coins;
  readonly userId: number;
  readonly uid: string;
  readonly userName: string | null;
  readonly userDeleted: boolean;
  readonly status: 'pending' | 'approved' | 'rejected';
  readonly verifiedBy: string | null;
  /** Coins credited by the approval, 0 before it. */
  readonly creditedCoins: Coins;
}

const COLUMNS = raw(`c.id, c.created_at, c.offer_id, c.offer_title,
  c.offer_type, c.coins, c.user_id, u.uid, u.name as user_name,
  u.deleted_at is not null as user_deleted, c.status, c.verified_by,
  case when c.status = 'approved' then coalesce(c.credited_coins, c.coins) else 0 end as credited_coins`);

interface ClaimFilter {
  readonly search: string;
  readonly from: Date | null;
}

interface ClaimPage {
  readonly sort: 'date' | 'coins';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

const matches = ({ search, from }: ClaimFilter): Sql =>
  allOf([
    sql`c.status = 'pending'`,
    ...(search === '' ? [] : [sql`c.search_text like lower(${containsPattern(search)})`]),
    ...(from === null ? [] : [sql`c.created_at >= ${from}`]),
  ]);

export function listPendingClaims(q: Queryable, filter: ClaimFilter, page: ClaimPage): Promise<ClaimRow[]> {
  const { sort, order } = page;
  const by = raw(
    sort === 'date' ? `c.created_at ${order}, c.id ${order}` : `c.coins ${order}, c.created_at desc, c.id desc`,
  );
  return q.query<ClaimRow>(sql`
    with page as (
      select c.id, row_number() over (order by ${by}) as position from offer_claims c
      where ${matches(filter)} order by ${by} limit ${page.limit} offset ${page.offset}
    )
    select ${COLUMNS} from page join offer_claims c using (id) join users u on u.id = c.user_id order by page.position`);
}

export interface ClaimEvidenceRow {
  readonly claimId: string;
  readonly clicks: number;
  readonly lastClickId: string | null;
  readonly events: readonly string[];
  readonly earnedCoins: Coins;
}

/** Finds what the users of these claims did for the claimed offers. The coins are those of `sumEarned`. */
export const listClaimEvidence = (q: Queryable, claimIds: readonly string[]): Promise<ClaimEvidenceRow[]> =>
  q.query(sql`
    select k.id as claim_id, c.clicks, c.last_click_id, e.events, e.earned_coins
    from offer_claims k,
      lateral (
        select count(*)::int as clicks, (array_agg(id order by created_at desc, id desc))[1] as last_click_id
        from clicks where user_id = k.user_id and offer_id = k.offer_id
      ) c,
      lateral (
        select coalesce(array_agg(distinct v.event_name) filter (where v.status = 'approved'), '{}') as events,
          coalesce(sum(v.reward_coins) filter (where v.status = 'approved'), 0)::bigint + coalesce(sum(w.coins), 0)::bigint
            as earned_coins
        from conversions v
          left join reversed_credits w on w.conversion_id = v.id and w.kind = 'reward' and w.status = 'written_off'
        where v.user_id = k.user_id and v.offer_id = k.offer_id
      ) e
    where k.id = any(${claimIds}::text[])`);

export const countPendingClaims = (q: Queryable, filter: ClaimFilter): Promise<number> =>
  q.getValue(sql`select count(*) from offer_claims c where ${matches(filter)}`);

export const findClaim = (q: Queryable, id: string): Promise<ClaimRow | null> =>
  q.findOne(sql`select ${COLUMNS} from offer_claims c join users u on u.id = c.user_id where c.id = ${id}`);

export const findClaimOf = (q: Queryable, offerId: string, uid: string): Promise<ClaimRow | null> =>
  q.findOne(sql`
    select ${COLUMNS} from users u join offer_claims c on c.user_id = u.id
    where u.uid = ${uid} and c.offer_id = ${offerId} order by c.created_at desc, c.id desc limit 1`);

/** Locks a pending claim. @returns false if it is already decided */
export async function lockPendingClaim(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from offer_claims where id = ${id} and status = 'pending' for update`);
  return rows.length === 1;
}

interface ClaimDecision {
  readonly to: 'approved' | 'rejected';
  readonly reason: string | null;
  readonly creditedCoins: Coins | null;
  readonly by: string;
  readonly at: Date;
}

/** The caller holds the claim's lock. */
export async function decideClaim(tx: Tx, id: string, decision: ClaimDecision): Promise<void> {
  const { to, reason, creditedCoins, by, at } = decision;
  await tx.execute(sql`
    update offer_claims set status = ${to}, reason = ${reason}, credited_coins = ${creditedCoins}, verified_by = ${by},
      verified_at = ${at}
    where id = ${id}`);
}

interface ClaimableOffer {
  readonly title: string;
  readonly type: string;
  readonly coins: Coins;
  readonly isActive: boolean;
  /** True if the user is in the offer's completedBy. */
  readonly isCompleted: boolean;
}

export const findClaimableOffer = (tx: Tx, id: string, userId: number): Promise<ClaimableOffer | null> =>
  tx.findOne(sql`
    select title, type, coins, is_active,
      exists (select 1 from offer_completions where offer_id = offers.id and user_id = ${userId}) as is_completed
    from offers where id = ${id} and archived_at is null`);

type NewClaim = Pick<ClaimRow, 'id' | 'createdAt' | 'offerId' | 'offerTitle' | 'offerType' | 'coins' | 'userId'>;

/** @returns false if the user already has a pending or approved claim for this offer */
export async function insertClaim(tx: Tx, claim: NewClaim): Promise<boolean> {
  const { id, createdAt, offerId, offerTitle, offerType, coins, userId } = claim;
  const made = await tx.execute(sql`
    insert into offer_claims (id, created_at, offer_id, offer_title, offer_type, coins, user_id, search_text)
    select ${id}, ${createdAt}, ${offerId}, ${offerTitle}, ${offerType}, ${coins}, u.id,
      lower(concat_ws(' ', ${offerTitle}::text, ${offerId}::text, ${id}::text, u.uid, u.name))
    from users u where u.id = ${userId}
    on conflict do nothing`);
  return made === 1;
}
