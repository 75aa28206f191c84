import { PAID_BEFORE_HOURS, PAID_BEFORE_LOOKUPS } from '@muneem/contract/withdrawals';
import { sql, type Queryable, type Row } from '#platform/database/index.ts';
import type { PayoutProvider, StatementCredit } from './payout-provider.ts';

type Columns = Pick<
  Row<'payout_attempts'>,
  'payableId' | 'referenceId' | 'paidAt' | 'unpaidSince' | 'unpaidLookups' | 'returnedAt'
>;

/** A payment that the provider reported as paid, then as not paid. */
export interface PaidBefore {
  readonly payableId: string;
  readonly referenceId: string;
  readonly paidAt: Date;
  readonly failedAt: Date;
  /** When 24 hours are over. Three look-ups must also say "not paid". */
  readonly possibleAt: Date;
  readonly lookupsLeft: number;
  /** The credit on the provider's statement that returns it. */
  readonly returnedAt: Date | null;
  readonly mayPayAgain: boolean;
}

/**
 * Lists the payments of these payables that were once paid and are not now. The database decides whether money may move
 * again, and refuses it otherwise. Those that prevent it come first. Why: docs/decisions/payouts.md
 */
export async function listPaidBefore(q: Queryable, payableIds: readonly string[], now: Date): Promise<PaidBefore[]> {
  if (payableIds.length === 0) return [];
  const rows = await q.query<Columns & { mayPayAgain: boolean }>(sql`
    select payable_id, reference_id, paid_at, unpaid_since, unpaid_lookups, returned_at, may_pay_again(a, ${now}) as may_pay_again
    from payout_attempts a where payable_id = any (${payableIds}::text[]) and paid_at is not null and status = 'not_paid'
    order by may_pay_again(a, ${now}), unpaid_since desc`);
  return rows.map(({ payableId, referenceId, paidAt, unpaidSince, unpaidLookups, returnedAt, mayPayAgain }) => {
    const failedAt = unpaidSince ?? now;
    return {
      payableId,
      referenceId,
      paidAt: paidAt ?? now,
      failedAt,
      possibleAt: new Date(failedAt.getTime() + PAID_BEFORE_HOURS * 3_600_000),
      lookupsLeft: Math.max(0, PAID_BEFORE_LOOKUPS - unpaidLookups),
      returnedAt,
      mayPayAgain,
    };
  });
}

/** Counts a look-up that said "not paid" again. Plans the next one while the payment cannot be repeated. */
export const countUnpaid = (q: Queryable, id: string, { at, nextAt }: { at: Date; nextAt: Date }): Promise<number> =>
  q.execute(sql`
    update payout_attempts a set unpaid_lookups = unpaid_lookups + 1,
      next_call_at = case when may_pay_again(a, ${at}) then null else ${nextAt}::timestamptz end
    where id = ${id} and status = 'not_paid' and paid_at is not null`);

/** Starts the 24 hours and the count again: not every answer since then said "not paid". */
export const restartUnpaid = (q: Queryable, id: string, at: Date): Promise<number> =>
  q.execute(sql`
    update payout_attempts set unpaid_since = ${at}, unpaid_lookups = 0
    where id = ${id} and status = 'not_paid' and paid_at is not null`);

/**
 * Records which transfers the credits of a statement return: those that they name, with the same amount, and after the
 * provider reported them as paid. @returns the references that are still recorded as paid
 */
export async function recordReturns(
  q: Queryable,
  provider: PayoutProvider['name'],
  credits: readonly StatementCredit[],
): Promise<string[]> {
  const named = credits.flatMap(({ names, amountPaise, madeAt }) =>
    names.map((name) => ({ name, amountPaise, madeAt })),
  );
  if (named.length === 0) return [];
  const rows = await q.query<{ referenceId: string; status: string }>(sql`
    update payout_attempts a set returned_at = c.made_at
    from unnest(${named.map(({ name }) => name)}::text[], ${named.map((each) => each.amountPaise)}::bigint[],
      ${named.map(({ madeAt }) => madeAt)}::timestamptz[]) c (name, amount_paise, made_at)
    where a.provider = ${provider} and a.status in ('paid', 'not_paid') and a.returned_at is null and a.amount_paise = c.amount_paise
      and c.made_at > coalesce(a.paid_at, case when a.status = 'paid' then a.finished_at end)
      and c.name in (a.reference_id, a.provider_transaction_id, a.utr)
    returning a.reference_id, a.status`);
  return rows.flatMap(({ referenceId, status }) => (status === 'paid' ? [referenceId] : []));
}
