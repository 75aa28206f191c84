import type { Paise } from '@muneem/contract/money';
import {
  BULK_RUN_RESULTS_AT_ONCE,
  type BulkRun,
  type BulkRunKind,
  type BulkRunOutcome,
} from '@muneem/contract/bulk-runs';
import type { Actor } from '#platform/audit-log/index.ts';
import { raw, rowColumns, sql, type Queryable, type Row, type RowOf, type Tx } from '#platform/database/index.ts';

export interface BulkRunRow extends RowOf<BulkRun, 'amount' | 'by' | 'tally' | 'left'> {
  readonly actor: Actor;
  readonly amountPaise: Paise | null;
  readonly decided: number;
  readonly tally: Partial<Record<BulkRunOutcome, number>> | null;
}

export type BulkRunItemRow = Pick<Row<'bulk_run_items'>, 'itemId' | 'uid' | 'label' | 'coins' | 'amountPaise'>;

interface BulkRunResultRow extends BulkRunItemRow {
  readonly number: number;
  readonly outcome: BulkRunOutcome;
  readonly message: string;
}

const COLUMNS = raw(`r.id, r.kind, r.status, r.actor, r.is_cut_short, r.item_count as count, r.user_count as users,
  r.coins, r.amount_paise, r.admin_reason, r.stop_reason, r.decided,
  r.created_at, r.started_at, r.finished_at,
  (select jsonb_object_agg(outcome, n) from (
    select outcome, count(*) as n from bulk_run_items i where i.run_id = r.id and outcome is not null group by outcome) t) as tally`);
const ITEM_COLUMNS = raw('item_id, uid, label, coins, amount_paise');

/** Deletes unstarted runs after an hour, and all others after 90 days. */
export async function deleteOldRuns(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`
    delete from bulk_runs where created_at < ${now}::timestamptz - interval '1 hour'
      and not exists (select from proposals p where p.status = 'open' and p.record_type = 'bulk-run' and p.record_id = bulk_runs.id)
      and (status = 'prepared' or (status <> 'running' and created_at < ${now}::timestamptz - interval '90 days'))`);
}

export interface NewRun {
  readonly id: string;
  readonly kind: BulkRunKind;
  readonly actor: Actor;
  readonly filter: object;
  readonly isCutShort: boolean;
  readonly at: Date;
  readonly items: readonly BulkRunItemRow[];
}

const NEW_ITEM = rowColumns('bulk_run_items', ['runId', 'number', 'outcome', 'message']);

export async function insertRun(tx: Tx, { id, kind, actor, filter, isCutShort, at, items }: NewRun): Promise<void> {
  const paysMoney = items.some(({ amountPaise }) => amountPaise !== null);
  await tx.execute(sql`
    insert into bulk_runs (id, kind, admin_id, actor, filter, is_cut_short, item_count, user_count, coins, amount_paise, created_at)
    values (${id}, ${kind}, ${actor.id}, ${JSON.stringify(actor)}, ${JSON.stringify(filter)}, ${isCutShort}, ${items.length},
      ${new Set(items.flatMap(({ uid }) => (uid === null ? [] : [uid]))).size},
      ${items.reduce((sum, { coins }) => sum + coins, 0)},
      ${paysMoney ? items.reduce((sum, { amountPaise }) => sum + (amountPaise ?? 0), 0) : null}, ${at})`);
  const rows = items.map((item, index) => ({ ...item, position: index + 1 }));
  await tx.execute(sql`
    insert into bulk_run_items (run_id, ${raw(NEW_ITEM.names)})
    select ${id}, i.* from ${NEW_ITEM.unnest(rows, 'i')}`);
}

export const findRun = (q: Queryable, id: string): Promise<BulkRunRow | null> =>
  q.findOne(sql`select ${COLUMNS} from bulk_runs r where id = ${id}`);

export async function lockRun(tx: Tx, id: string): Promise<BulkRunRow | null> {
  await tx.query(sql`select 1 from bulk_runs where id = ${id} for no key update`);
  return findRun(tx, id);
}

/** Hash of the items that are not decided yet. */
export const digestOfItems = (q: Queryable, id: string): Promise<string> =>
  q.getValue(sql`
    select md5(coalesce(string_agg(concat_ws(' ', item_id, uid, coins, amount_paise), ',' order by position), ''))
    from bulk_run_items where run_id = ${id} and outcome is null`);

const SHOWN_RUNS = 20;

export const listRuns = (q: Queryable, kinds: readonly BulkRunKind[]): Promise<BulkRunRow[]> =>
  q.query<BulkRunRow>(sql`
    select ${COLUMNS} from bulk_runs r where kind = any (${kinds}::text[]) and status <> 'prepared'
    order by created_at desc, id desc limit ${SHOWN_RUNS}`);

export const listResults = (q: Queryable, id: string, after: number): Promise<BulkRunResultRow[]> =>
  q.query<BulkRunResultRow>(sql`
    select ${ITEM_COLUMNS}, number, outcome, message from bulk_run_items
    where run_id = ${id} and number > ${after} order by number limit ${BULK_RUN_RESULTS_AT_ONCE}`);

export const listUndecided = (q: Queryable, id: string, limit: number): Promise<BulkRunItemRow[]> =>
  q.query<BulkRunItemRow>(sql`
    select ${ITEM_COLUMNS} from bulk_run_items where run_id = ${id} and outcome is null order by position limit ${limit}`);

/**
 * Waits for a concurrent change of the admin's access, and blocks a later one.
 * @returns false if the session has ended or the admin is disabled
 */
export async function lockSession(tx: Tx, adminId: string, sessionId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from admins a join admin_sessions s on s.admin_id = a.id
    where a.id = ${adminId} and a.disabled_at is null and s.id = ${sessionId} and s.ended_at is null
    for share`);
  return rows.length === 1;
}

/** @returns false if another run of this admin is active */
export async function markRunning(
  tx: Tx,
  id: string,
  { actor, adminReason, at }: { actor: Actor; adminReason: string | null; at: Date },
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bulk-runs:${actor.id}`}, 0))`);
  const changed = await tx.execute(sql`
    update bulk_runs set status = 'running', actor = ${JSON.stringify(actor)}, admin_reason = coalesce(${adminReason}, admin_reason),
      started_at = coalesce(started_at, ${at}), finished_at = null, stop_reason = null
    where id = ${id} and status <> 'running'
      and not exists (select 1 from bulk_runs where admin_id = ${actor.id} and status = 'running')`);
  return changed === 1;
}

/** @returns false if it was no longer running */
export async function endRun(
  q: Queryable,
  id: string,
  { status, stopReason = null, at }: { status: 'done' | 'cancelled' | 'stopped'; stopReason?: string | null; at: Date },
): Promise<boolean> {
  const changed = await q.execute(sql`
    update bulk_runs set status = ${status}, stop_reason = ${stopReason}, finished_at = ${at}
    where id = ${id} and status = 'running'`);
  return changed === 1;
}

/** Stops an admin's active runs. Decisions in flight are completed. @returns the number of stopped runs */
export const stopRunsOf = (tx: Tx, adminId: string, { reason, at }: { reason: string; at: Date }): Promise<number> =>
  tx.execute(sql`
    update bulk_runs set status = 'stopped', stop_reason = ${reason}, finished_at = ${at}
    where admin_id = ${adminId} and status = 'running'`);

export const stopAllRuns = (tx: Tx, { reason, at }: { reason: string; at: Date }): Promise<number> =>
  tx.execute(sql`
    update bulk_runs set status = 'stopped', stop_reason = ${reason}, finished_at = ${at} where status = 'running'`);

export interface BulkRunDecision {
  readonly itemId: string;
  readonly outcome: BulkRunOutcome;
  readonly message: string;
}

/** Keeps the first result of each item, because a slow worker may report a second one. */
export async function recordResults(tx: Tx, id: string, results: readonly BulkRunDecision[]): Promise<void> {
  const [run] = await tx.query<{ decided: number }>(
    sql`select decided from bulk_runs where id = ${id} for no key update`,
  );
  const recorded = await tx.execute(sql`
    with fresh as (
      select r.*, row_number() over (order by r.n) as k
      from unnest(${results.map(({ itemId }) => itemId)}::text[], ${results.map(({ outcome }) => outcome)}::text[],
        ${results.map(({ message }) => message)}::text[]) with ordinality as r (item_id, outcome, message, n)
      join bulk_run_items i on i.run_id = ${id} and i.item_id = r.item_id and i.outcome is null
    )
    update bulk_run_items i set outcome = f.outcome, message = f.message, number = ${run?.decided ?? 0} + f.k
    from fresh f where i.run_id = ${id} and i.item_id = f.item_id`);
  await tx.execute(sql`update bulk_runs set decided = decided + ${recorded} where id = ${id}`);
}

export async function listLastOutcomes(q: Queryable, id: string, count: number): Promise<BulkRunOutcome[]> {
  const rows = await q.query<{ outcome: BulkRunOutcome }>(sql`
    select outcome from bulk_run_items where run_id = ${id} and number is not null order by number desc limit ${count}`);
  return rows.map(({ outcome }) => outcome);
}
