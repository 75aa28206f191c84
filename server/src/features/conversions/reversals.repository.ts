import type { Coins } from '@muneem/contract/money';
import { sql, type Queryable, type Row, type Tx } from '#platform/database/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import type { PaidClaim } from './claimed-offers.repository.ts';

export interface ReversibleConversion extends Row<'conversions'> {
  readonly isReversed: boolean;
}

/** Reads the conversion. The caller holds its click's lock. */
export async function readReversible(tx: Tx, id: string): Promise<ReversibleConversion> {
  const row = await tx.findOne<ReversibleConversion>(sql`
    select c.*, r.conversion_id is not null as is_reversed
    from conversions c left join conversion_reversals r on r.conversion_id = c.id
    where c.created_at = ${timeOfUlid(id.slice(4))} and c.id = ${id}`);
  if (row === null) throw new Error(`conversion ${id} has a key but no row`);
  return row;
}

/** Rejects the conversion, sets its payouts to 0 and stores its former amounts. */
export async function writeReversal(
  tx: Tx,
  conversion: ReversibleConversion,
  { at, reason, cameFirst }: { at: Date; reason: string; cameFirst: boolean },
): Promise<void> {
  await tx.execute(sql`
    insert into conversion_reversals (conversion_id, conversion_created_at, click_id, event_key, offer_id, reversed_at, reason,
      status_before, user_payout_paise, referral_payout_paise, reward_coins, referral_coins, revenue_paise)
    values (${conversion.id}, ${conversion.createdAt}, ${conversion.clickId}, ${conversion.eventKey}, ${conversion.offerId},
      ${at}, ${reason}, ${cameFirst ? null : conversion.status}, ${conversion.userPayoutPaise},
      ${conversion.referralPayoutPaise}, ${conversion.rewardCoins}, ${conversion.referralCoins}, ${conversion.revenuePaise})`);
  await tx.execute(sql`
    update conversions set status = 'rejected', reason = ${reason}, user_payout_paise = 0, referral_payout_paise = 0,
      reward_coins = 0, referral_coins = 0, revenue_paise = null
    where created_at = ${conversion.createdAt} and id = ${conversion.id}`);
  await tx.execute(sql`
    update conversion_keys set approved = false, awaits_approval = false
    where click_id = ${conversion.clickId} and event_id = ${conversion.eventId} and (approved or awaits_approval)`);
}

/** Reopens a completed click, unless an admin paid it. @returns whether it was completed */
export async function reopenClick(tx: Tx, clickId: string): Promise<boolean> {
  const rows = await tx.execute(sql`
    update clicks set status = 'in_progress', completed_at = null
    where id = ${clickId} and created_at = ${timeOfUlid(clickId)} and status = 'completed' and paid_at is null`);
  return rows > 0;
}

/**
 * Removes the user from completedBy, unless another completed click or an approved claim keeps them there.
 * The first statement waits for concurrent completions. Conversions locate the clicks: a user may have a million
 * clicks.
 */
export async function removeCompletion(tx: Tx, offerId: string, userId: number): Promise<boolean> {
  await tx.query(sql`select 1 from offer_completions where offer_id = ${offerId} and user_id = ${userId} for update`);
  const removed = await tx.execute(sql`
    delete from offer_completions
    where offer_id = ${offerId} and user_id = ${userId}
      and not exists (
        select from conversions c join clicks k on k.id = c.click_id
        where c.user_id = ${userId} and c.offer_id = ${offerId} and k.status = 'completed')
      and not exists (select from offer_claims where user_id = ${userId} and offer_id = ${offerId} and status = 'approved')`);
  return removed > 0;
}

export const decrementCompletedCount = (tx: Tx, offerId: string): Promise<number> =>
  tx.execute(sql`update offers set completed_count = greatest(completed_count - 1, 0) where id = ${offerId}`);

/** A credit of a reversed conversion: its journal, and whether the coins are still outstanding. */
export interface ReversedCredit {
  readonly journalId: number;
  readonly conversionId: string;
  readonly kind: 'reward' | 'referral';
  readonly userId: number;
  readonly coins: Coins;
  readonly journalKey: string;
}

export async function insertReversedCredit(tx: Tx, credit: ReversedCredit, at: Date, isTaken: boolean): Promise<void> {
  await tx.execute(sql`
    insert into reversed_credits (journal_id, conversion_id, kind, user_id, coins, journal_key, status, owed_since, settled_at, settled_by)
    values (${credit.journalId}, ${credit.conversionId}, ${credit.kind}, ${credit.userId}, ${credit.coins}, ${credit.journalKey},
      ${isTaken ? 'taken' : 'owed'}, ${at}, ${isTaken ? at : null}, ${isTaken ? 'Postback' : null})`);
}

/** Returns the coins of the user's outstanding reversals. Exact while the caller holds the lock of the wallet. */
export const sumOutstandingOf = (q: Queryable, userId: number): Promise<Coins> =>
  q.getValue(sql`
    select coalesce(sum(coins), 0)::bigint as owed from reversed_credits where user_id = ${userId} and status = 'owed'`);

/** @returns false if it was already closed */
export async function closeReversal(
  tx: Tx,
  journalId: number,
  closing: { status: 'taken' | 'written_off'; at: Date; by: string; note?: string },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    update reversed_credits set status = ${closing.status}, settled_at = ${closing.at}, settled_by = ${closing.by},
      note = ${closing.note ?? null}
    where journal_id = ${journalId} and status = 'owed'`);
  return rows === 1;
}

export const findReversedCredit = (q: Queryable, journalId: number): Promise<ReversedCredit | null> =>
  q.findOne(sql`
    select journal_id, conversion_id, kind, user_id, coins, journal_key
    from reversed_credits where journal_id = ${journalId}`);

/** Locks the user's outstanding reversals of one offer until the transaction ends. */
export const lockOutstandingReversals = (tx: Tx, offerId: string, userId: number): Promise<ReversedCredit[]> =>
  tx.query<ReversedCredit>(sql`
    select r.journal_id, r.conversion_id, r.kind, r.user_id, r.coins,
      r.journal_key
    from reversed_credits r join conversion_reversals v using (conversion_id)
    where r.user_id = ${userId} and r.status = 'owed' and r.kind = 'reward' and v.offer_id = ${offerId}
    order by r.journal_id for update of r`);

export async function findClaimOfSameOffer(
  q: Queryable,
  { conversionId, userId, kind }: ReversedCredit,
): Promise<PaidClaim | null> {
  if (kind !== 'reward') return null;
  return q.findOne<PaidClaim>(sql`
    select k.id, coalesce(k.credited_coins, k.coins) as coins
    from conversion_reversals r join offer_claims k on k.offer_id = r.offer_id
    where r.conversion_id = ${conversionId} and k.user_id = ${userId} and k.status = 'approved'`);
}
