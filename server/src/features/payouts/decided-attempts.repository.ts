import { sql, type Queryable, type Tx } from '#platform/database/index.ts';
import type { AskedOutcome, PayoutOutcome } from './payout-provider.ts';
import { RECHECK_EVERY_S, type PayoutAttempt } from './payouts.repository.ts';

/** Claims a closed attempt for a look-up, at least `distanceMs` after the last one. */
export const claimClosed = (
  tx: Tx,
  id: string,
  { now, distanceMs }: { now: Date; distanceMs: number },
): Promise<PayoutAttempt | null> =>
  tx.findOne(sql`
    update payout_attempts set last_call_at = ${now}, next_call_at = ${new Date(now.getTime() + RECHECK_EVERY_S * 1000)}
    where id = ${id} and status in ('not_paid', 'refused', 'not_sent')
      and (last_call_at is null or last_call_at <= sending_at or last_call_at <= ${new Date(now.getTime() - distanceMs)})
    returning *`);

/**
 * Ends the look-ups of a decided attempt.
 * @param account the account that has the transfer
 * @param utr kept only with a known provider id: another transfer may have our reference
 */
export async function endRecheck(
  q: Queryable,
  id: string,
  { account, utr, providerTransactionId }: Pick<AskedOutcome, 'account' | 'utr' | 'providerTransactionId'> = {},
): Promise<void> {
  await q.execute(sql`
    update payout_attempts set next_call_at = null, needs_attention = false, account = coalesce(${account ?? null}, account),
      utr = coalesce(utr, case when provider_transaction_id = ${providerTransactionId ?? null} then ${utr ?? null} end)
    where id = ${id} and status in ('paid', 'not_paid', 'refused', 'not_sent')`);
}

/** Shows an admin that the provider's answer contradicts a failed attempt. */
export const noteContradiction = (q: Queryable, id: string, error: string): Promise<number> =>
  q.execute(
    sql`update payout_attempts set needs_attention = true, error = ${error} where id = ${id} and status = 'not_paid'`,
  );

/** Marks a paid transfer as reversed. @returns null if it already is */
export const markReversed = (tx: Tx, id: string, outcome: PayoutOutcome, at: Date): Promise<PayoutAttempt | null> =>
  tx.findOne(sql`
    update payout_attempts set status = 'not_paid', reversed_at = ${at}, provider_status = ${outcome.providerStatus ?? null},
      error = ${outcome.error ?? 'The bank reversed the payment'}, provider_answer = coalesce(${outcome.answer ?? null}, provider_answer)
    where id = ${id} and status = 'paid' returning *`);

/** Locks an attempt that was closed as not paid. */
export const lockClosed = (tx: Tx, id: string): Promise<PayoutAttempt | null> =>
  tx.findOne(
    sql`select * from payout_attempts where id = ${id} and status in ('not_paid', 'refused', 'not_sent') for update`,
  );

/** Returns whether another attempt for the same payable is live or paid. */
export async function hasLiveAttempt(tx: Tx, payableId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from payout_attempts where payable_id = ${payableId} and status not in ('not_paid', 'refused', 'not_sent')`);
  return rows.length > 0;
}

/** Reopens a closed attempt that turned out to be paid or in flight. Earlier "not known" answers and declarations end. */
export async function reviveAttempt(
  tx: Tx,
  id: string,
  outcome: AskedOutcome,
  { at, nextCallAt }: { at: Date; nextCallAt: Date },
): Promise<PayoutAttempt> {
  const isPaid = outcome.kind === 'paid';
  const row = await tx.findOne<PayoutAttempt>(sql`
    update payout_attempts set status = ${outcome.kind}, error = null, needs_attention = false, reversed_at = null, declared_at = null,
      unheard_at = null, unheard_elsewhere_at = null, unheard_elsewhere_by = null,
      account = coalesce(${outcome.account ?? null}, account),
      provider_transaction_id = coalesce(${outcome.providerTransactionId ?? null}, provider_transaction_id),
      utr = coalesce(${outcome.utr ?? null}, utr), provider_status = ${outcome.providerStatus ?? null},
      provider_answer = coalesce(${outcome.answer ?? null}, provider_answer),
      finished_at = ${isPaid ? at : null}, next_call_at = ${isPaid ? null : nextCallAt}
    where id = ${id} and status in ('not_paid', 'refused', 'not_sent') returning *`);
  if (row === null) throw new Error(`payout attempt ${id} was locked, but is not closed`);
  return row;
}

/** Records a double payment as a difference, without waiting for the next statement. @returns false on a repeat */
export async function recordPaidTwice(
  tx: Tx,
  attempt: PayoutAttempt,
  outcome: AskedOutcome,
  at: Date,
): Promise<boolean> {
  const { provider, referenceId: reference } = attempt;
  const added = await tx.execute(sql`
    insert into payout_differences (id, provider, kind, reference_id, provider_transaction_id, utr, payable_id, our_amount_paise,
      their_amount_paise, our_status, their_status, made_at, first_seen_at, last_seen_at, last_run_id)
    values ('dif_' || md5(${provider} || 'paid_twice' || ${reference}), ${provider}, 'paid_twice', ${reference},
      ${outcome.providerTransactionId ?? attempt.providerTransactionId}, ${outcome.utr ?? null}, ${attempt.payableId},
      ${attempt.amountPaise}, ${attempt.amountPaise}, ${attempt.status}, ${outcome.providerStatus ?? null},
      ${attempt.sendingAt}, ${at}, ${at}, 'look-up')
    on conflict (provider, kind, reference_id) do nothing`);
  return added === 1;
}

/** Cancels an attempt that was not sent yet. */
export const cancelUnsent = (tx: Tx, payableId: string, at: Date): Promise<PayoutAttempt | null> =>
  tx.findOne(sql`
    update payout_attempts set status = 'not_sent', sending_at = ${at}, finished_at = ${at}, next_call_at = null,
      error = 'Not sent: an earlier payment of this withdrawal is still open'
    where payable_id = ${payableId} and status = 'created' returning *`);

/** Declares a failed attempt as not paid. @returns null if it is too recent or already declared */
export const declareClosed = (
  tx: Tx,
  id: string,
  { error, at, sentBefore }: { error: string; at: Date; sentBefore: Date },
): Promise<PayoutAttempt | null> =>
  tx.findOne(sql`
    update payout_attempts set declared_at = ${at}, error = ${error}
    where id = ${id} and status = 'not_paid' and declared_at is null and paid_at is null and sending_at <= ${sentBefore} returning *`);
