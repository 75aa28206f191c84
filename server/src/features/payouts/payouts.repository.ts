import type { PaymentStatus } from '@muneem/contract/withdrawals';
import { sql, type Queryable, type Row, type Tx } from '#platform/database/index.ts';
import type { AskedOutcome, PayoutDestination, PayoutOrder, SentOrder } from './payout-provider.ts';

export type PayoutAttempt = Row<'payout_attempts'>;

interface NewAttempt extends PayoutOrder {
  readonly id: string;
  readonly payableId: string;
  readonly provider: string;
  readonly createdAt: Date;
  readonly nextCallAt: Date;
}

export const orderOf = (attempt: PayoutAttempt): SentOrder => ({
  providerTransactionId: attempt.providerTransactionId,
  referenceId: attempt.referenceId,
  amountPaise: attempt.amountPaise,
  mode: attempt.mode,
  beneficiaryName: attempt.beneficiaryName,
  destination: destinationOf(attempt),
});

export const destinationOf = ({
  upiId,
  accountNumber,
  ifscCode,
}: Pick<PayoutAttempt, keyof PayoutDestination>): PayoutDestination =>
  upiId === null
    ? { upiId, accountNumber: accountNumber ?? '', ifscCode: ifscCode ?? '' }
    : { upiId, accountNumber: null, ifscCode: null };

/** @param sentAt for an attempt that was sent elsewhere: it is never sent from here */
export async function insertAttempt(tx: Tx, attempt: NewAttempt, sentAt: Date | null = null): Promise<PayoutAttempt> {
  const { destination: to } = attempt;
  return tx.getOne<PayoutAttempt>(sql`
    insert into payout_attempts (id, payable_id, number, reference_id, provider, amount_paise, mode, beneficiary_name,
                                 upi_id, account_number, ifsc_code, created_at, status, sending_at, last_call_at, next_call_at)
    values (${attempt.id}, ${attempt.payableId},
            1 + (select count(*) from payout_attempts where payable_id = ${attempt.payableId}),
            ${attempt.referenceId}, ${attempt.provider}, ${attempt.amountPaise}, ${attempt.mode}, ${attempt.beneficiaryName},
            ${to.upiId}, ${to.accountNumber}, ${to.ifscCode}, ${attempt.createdAt},
            ${sentAt === null ? 'created' : 'sending'}, ${sentAt}, ${sentAt}, ${attempt.nextCallAt})
    returning *`);
}

export async function findAttempts(q: Queryable, ids: readonly string[]): Promise<Map<string, PayoutAttempt>> {
  if (ids.length === 0) return new Map();
  const rows = await q.query<PayoutAttempt>(sql`select * from payout_attempts where id = any (${ids}::text[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

export const listAttemptsOf = (q: Queryable, payableId: string): Promise<PayoutAttempt[]> =>
  q.query<PayoutAttempt>(sql`select * from payout_attempts where payable_id = ${payableId} order by number`);

export interface DueCall {
  readonly id: string;
  readonly status: PayoutAttempt['status'];
}

/** Lists the attempts to call the provider about, the longest due first. @param mayPay false lists no unsent ones */
export const listDueCalls = (
  q: Queryable,
  { now, limit, mayPay }: { now: Date; limit: number; mayPay: boolean },
): Promise<DueCall[]> =>
  q.query(sql`
    select id, status from payout_attempts where next_call_at <= ${now} and (${mayPay} or status <> 'created')
    order by next_call_at limit ${limit}`);

/** Marks an attempt as being sent. Only one caller in the cluster ever gets the row. */
export const claimSending = (
  q: Queryable,
  id: string,
  { now, nextCallAt, account }: { now: Date; nextCallAt: Date; account: string | null },
): Promise<PayoutAttempt | null> =>
  q.findOne(sql`
    update payout_attempts set status = 'sending', sending_at = ${now}, last_call_at = ${now}, next_call_at = ${nextCallAt},
      account = ${account}
    where id = ${id} and status = 'created' returning *`);

const OPEN_STATUSES: readonly PayoutAttempt['status'][] = ['sending', 'in_flight', 'unknown'];
const IS_OPEN = sql`status in ('sending', 'in_flight', 'unknown')`;
export const isOpen = ({ status }: PayoutAttempt): boolean => OPEN_STATUSES.includes(status);

const HOURLY_S = 3_600;
/** Interval for a decided attempt while the provider has no answer. */
export const RECHECK_EVERY_S = 900;

/**
 * Claims a sent attempt whose look-up is due, and schedules the next one. An open one needs attention after all delays.
 * @param delaysS seconds between the look-ups of an open attempt; hourly after the last one
 */
export const claimLookup = (
  q: Queryable,
  id: string,
  { now, delaysS }: { now: Date; delaysS: readonly number[] },
): Promise<PayoutAttempt | null> =>
  q.findOne(sql`
    update payout_attempts set last_call_at = ${now}, lookups = lookups + (${IS_OPEN})::int,
      next_call_at = ${now}::timestamptz + interval '1 second' * case when ${IS_OPEN}
        then coalesce((${delaysS}::float8[])[lookups + 2], ${HOURLY_S}) else ${RECHECK_EVERY_S} end,
      needs_attention = needs_attention or (${IS_OPEN} and lookups + 1 >= ${delaysS.length})
    where id = ${id} and status <> 'created' and next_call_at <= ${now} returning *`);

/**
 * Brings the look-up of a sent attempt forward, at least `distanceMs` after the last call.
 * @param unsignedAtMost limit of unsigned hints about a decided attempt within 24 hours
 */
export async function hastenLookup(
  q: Queryable,
  which: { readonly id: string } | { readonly referenceId: string },
  { now, distanceMs, unsignedAtMost }: { now: Date; distanceMs: number; unsignedAtMost: number | null },
): Promise<void> {
  const isIt = 'id' in which ? sql`id = ${which.id}` : sql`reference_id = ${which.referenceId}`;
  const at = sql`greatest(${now}::timestamptz, last_call_at + ${distanceMs} * interval '1 millisecond')`;
  const isNewDay = sql`(unsigned_hints_since is null or unsigned_hints_since <= ${now}::timestamptz - interval '24 hours')`;
  const isCounted = sql`(${unsignedAtMost !== null} and not ${IS_OPEN})`;
  await q.execute(sql`
    update payout_attempts set next_call_at = ${at},
      unsigned_hints = case when not ${isCounted} then unsigned_hints when ${isNewDay} then 1 else unsigned_hints + 1 end,
      unsigned_hints_since = case when ${isCounted} and ${isNewDay} then ${now} else unsigned_hints_since end
    where ${isIt} and status <> 'created' and (next_call_at is null or next_call_at > ${at})
      and (not ${isCounted} or ${isNewDay} or unsigned_hints < ${unsignedAtMost})`);
}

/** Writes an outcome over an open attempt. @returns the attempt, or null when it was already decided. */
export async function recordOutcome(
  tx: Tx,
  id: string,
  status: PaymentStatus,
  outcome: AskedOutcome,
  { finishedAt, heardAt }: { finishedAt: Date | null; heardAt: Date },
): Promise<PayoutAttempt | null> {
  const elsewhere = outcome.referenceUnknownTo ?? null;
  // Any sign of the transfer, even an unexpected one, cancels an earlier "not known".
  const heard = outcome.kind !== 'unknown' || outcome.strange === true;
  return tx.findOne<PayoutAttempt>(sql`
    update payout_attempts set
      status = case when ${status} = 'unknown' and status = 'in_flight' and not ${outcome.strange === true} then status else ${status} end,
      account = coalesce(${outcome.account ?? null}, account),
      provider_transaction_id = coalesce(provider_transaction_id, ${outcome.providerTransactionId ?? null}),
      utr = coalesce(${outcome.utr ?? null}, utr),
      provider_status = coalesce(${outcome.providerStatus ?? null}, provider_status),
      error = ${outcome.error ?? null},
      provider_answer = coalesce(${outcome.answer ?? null}, provider_answer),
      needs_attention = ${finishedAt === null} and (needs_attention or ${outcome.strange === true}),
      unheard_at = case when ${outcome.referenceUnknown === true} then ${heardAt}::timestamptz when ${heard} then null else unheard_at end,
      unheard_elsewhere_at = case when ${elsewhere !== null} then ${heardAt}::timestamptz when ${heard} then null else unheard_elsewhere_at end,
      unheard_elsewhere_by = case when ${elsewhere !== null} then ${elsewhere} when ${heard} then null else unheard_elsewhere_by end,
      finished_at = ${finishedAt},
      next_call_at = case when ${finishedAt !== null} then null else next_call_at end
    where id = ${id} and status in ('sending', 'in_flight', 'unknown')
    returning *`);
}

/**
 * Declares an unknown transfer as not made, if it was sent before `sentBefore` and the provider never knew it.
 * The sending account or `account` must have answered "not known" after `unknownSince`.
 * An attempt of a provider other than `provider` needs no answer.
 */
export const declareAttempt = (
  tx: Tx,
  id: string,
  {
    error,
    at,
    sentBefore,
    provider,
    account,
    unknownSince,
  }: {
    error: string;
    at: Date;
    sentBefore: Date;
    provider: string;
    account: string | null;
    unknownSince: Date;
  },
): Promise<PayoutAttempt | null> =>
  tx.findOne(sql`
    update payout_attempts set status = 'not_paid', error = ${error}, finished_at = ${at}, declared_at = ${at}, needs_attention = false,
      next_call_at = null
    where id = ${id} and status = 'unknown' and needs_attention and provider_transaction_id is null and paid_at is null and sending_at <= ${sentBefore}
      and (provider <> ${provider} or unheard_at >= ${unknownSince}
        or (unheard_elsewhere_by = ${account} and unheard_elsewhere_at >= ${unknownSince}))
    returning *`);

/**
 * Replaces the transaction id of an attempt on which the provider's answers differ, if it was sent before `sentBefore`.
 * @returns null otherwise
 */
export const replaceTransactionId = (
  tx: Tx,
  { id, providerTransactionId: before }: PayoutAttempt,
  { transactionId, at, sentBefore }: { transactionId: string; at: Date; sentBefore: Date },
): Promise<PayoutAttempt | null> =>
  tx.findOne(sql`
    update payout_attempts set provider_transaction_id = ${transactionId}, error = null, unpaid_lookups = 0,
      unpaid_since = case when unpaid_since is not null then ${at}::timestamptz end
    where id = ${id} and status in ('unknown', 'not_paid') and needs_attention and provider_transaction_id is not distinct from ${before}
      and provider_transaction_id is distinct from ${transactionId} and provider_status is not null and sending_at <= ${sentBefore}
    returning *`);

/** Closes an attempt that was sent and is not decided as not paid. */
export const closeOpenAttempt = (
  tx: Tx,
  payableId: string,
  { error, at }: { error: string; at: Date },
): Promise<number> =>
  tx.execute(sql`
    update payout_attempts set status = 'not_paid', error = ${error}, finished_at = ${at}, needs_attention = false,
      next_call_at = null
    where payable_id = ${payableId} and status in ('sending', 'in_flight', 'unknown')`);

/** Returns the ages in seconds of the oldest payouts with an unknown outcome. */
export async function listUnknownAges(q: Queryable, now: Date): Promise<number[]> {
  const rows = await q.query<{ age: number }>(sql`
    select extract(epoch from ${now}::timestamptz - sending_at)::float8 as age from payout_attempts
    where status = 'unknown' order by sending_at limit 10000`);
  return rows.map(({ age }) => age);
}

/** Counts the attempts that may have been sent and are not decided. */
export const countOpenPayouts = (q: Queryable): Promise<number> =>
  q.getValue(sql`select count(*) as open from payout_attempts where status in ('sending', 'in_flight', 'unknown')`);

/** Returns those of the references that are ours. */
export async function findReferences(q: Queryable, references: readonly string[]): Promise<Set<string>> {
  const rows = await q.query<{ referenceId: string }>(
    sql`select reference_id from payout_attempts where reference_id = any (${references}::text[])`,
  );
  return new Set(rows.map(({ referenceId }) => referenceId));
}
