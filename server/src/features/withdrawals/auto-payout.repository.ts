import type { Paise } from '@muneem/contract/money';
import type { AutoPayoutPause } from '@muneem/contract/withdrawals';
import { JOBS_SCHEMA, raw, sql, type Queryable, type Row, type Tx } from '#platform/database/index.ts';

type BreakerRow = Omit<Row<'auto_payout_breaker'>, 'onlyRow'>;

export const findBreaker = (q: Queryable): Promise<BreakerRow> =>
  q.getOne(sql`select consecutive_failures, reason, message, paused_at, retry_at from auto_payout_breaker`);

/** Resets the count of failures in a row. Writes nothing if it is 0. */
export const resetFailures = (tx: Tx): Promise<number> =>
  tx.execute(sql`update auto_payout_breaker set consecutive_failures = 0 where consecutive_failures > 0`);

export const countFailure = (tx: Tx): Promise<number> =>
  tx.getValue(
    sql`update auto_payout_breaker set consecutive_failures = consecutive_failures + 1 returning consecutive_failures`,
  );

export interface Pause {
  readonly reason: AutoPayoutPause;
  readonly message: string;
  readonly at: Date;
  readonly retryAt: Date | null;
}

/** @returns true if this starts the pause, false if it only updates the reason */
export async function pause(tx: Tx, { reason, message, at, retryAt }: Pause): Promise<boolean> {
  const began = await tx.execute(sql`
    update auto_payout_breaker set reason = ${reason}, message = ${message}, paused_at = ${at}, retry_at = ${retryAt} where reason is null`);
  if (began === 0)
    await tx.execute(sql`
      update auto_payout_breaker set reason = ${reason}, message = ${message}, retry_at = ${retryAt} where reason <> ${reason}`);
  return began === 1;
}

/** @param failuresLeft number of failures to keep counted @returns false if it was not paused */
export async function endPause(tx: Tx, failuresLeft: number): Promise<boolean> {
  const ended = await tx.execute(sql`
    update auto_payout_breaker set reason = null, message = null, paused_at = null, retry_at = null, consecutive_failures = ${failuresLeft}
    where reason is not null`);
  return ended === 1;
}

/**
 * Takes an advisory lock until the transaction ends: one Auto Payout decision at a time in the cluster.
 * @returns whether Auto Payout is on. A switch-off waits for this transaction, so nothing is approved after its answer
 */
export async function lockDecisions(tx: Tx): Promise<boolean> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('auto-payout', 0))`);
  return tx.getValue(sql`select auto_payout_enabled from settings for share`);
}

/** Sums the paise that Auto Payout approved since then, for one user and in total. */
export const sumApproved = (
  q: Queryable,
  userId: number,
  since: Date,
): Promise<{ userPaise: Paise; totalPaise: Paise }> =>
  q.getOne(sql`
    select coalesce(sum(amount_paise) filter (where user_id = ${userId}), 0)::bigint as user_paise,
           coalesce(sum(amount_paise), 0)::bigint as total_paise
    from withdrawals where verified_by = 'Auto Payout' and verified_at >= ${since}`);

/** @returns false if it is no longer pending or already waits for this reason */
export async function setWaitsBecause(tx: Tx, id: string, reason: string): Promise<boolean> {
  const changed = await tx.execute(sql`
    update withdrawals set waits_because = ${reason}
    where id = ${id} and status = 'pending' and waits_because is distinct from ${reason}`);
  return changed === 1;
}

/** Asks the database: another server may have switched Auto Payout in this moment. */
export const findIsOn = (q: Queryable): Promise<boolean> => q.getValue(sql`select auto_payout_enabled from settings`);

/** Lists a withdrawal until it is decided. @returns false if Auto Payout is off, or if it is listed already */
export async function addWaiting(tx: Tx, withdrawalId: string, since: Date): Promise<boolean> {
  const added = await tx.execute(sql`
    insert into auto_payout_waiting (withdrawal_id, since)
    select ${withdrawalId}, ${since}::timestamptz from settings where auto_payout_enabled on conflict do nothing`);
  return added === 1;
}

export const findIsWaiting = (q: Queryable, withdrawalId: string): Promise<boolean> =>
  q.getValue(sql`select exists (select from auto_payout_waiting where withdrawal_id = ${withdrawalId})`);

export const removeWaiting = (q: Queryable, withdrawalId: string): Promise<number> =>
  q.execute(sql`delete from auto_payout_waiting where withdrawal_id = ${withdrawalId}`);

export const clearWaiting = (q: Queryable): Promise<number> => q.execute(sql`delete from auto_payout_waiting`);

/** Lists waiting withdrawals after this id that have no job: it failed, or left them because of a pause. */
export async function listWithoutJob(q: Queryable, job: string, after: string, limit: number): Promise<string[]> {
  const rows = await q.query<{ withdrawalId: string }>(sql`
    select withdrawal_id from auto_payout_waiting where withdrawal_id > ${after} and not exists (
      select from ${raw(JOBS_SCHEMA)}.job
      where name = ${job} and state < 'completed' and data ->> 'withdrawalId' = withdrawal_id)
    order by withdrawal_id limit ${limit}`);
  return rows.map((row) => row.withdrawalId);
}

/** Sums the waiting withdrawals that are still pending. */
export const sumWaiting = (q: Queryable): Promise<{ waiting: number; amountPaise: Paise }> =>
  q.getOne(sql`
    select count(*) as waiting, coalesce(sum(w.amount_paise), 0)::bigint as amount_paise
    from auto_payout_waiting a join withdrawals w on w.id = a.withdrawal_id where w.status = 'pending'`);
