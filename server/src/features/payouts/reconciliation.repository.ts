import type { DifferenceKind, DifferenceState } from '@muneem/contract/payouts';
import {
  allOf,
  columnsOf,
  containsPattern,
  raw,
  sql,
  type Queryable,
  type Row,
  type Tx,
} from '#platform/database/index.ts';
import type { Compared, ComparedRun } from './compare-statement.repository.ts';
import type { StatementEntry } from './payout-provider.ts';
import type { PayoutAttempt } from './payouts.repository.ts';

export type RunRow = Row<'reconciliation_runs'>;

/** Starts a run. The caller holds the lock, so any other run that is marked as running was abandoned. */
export async function beginRun(
  tx: Tx,
  run: { id: string; provider: string; account: string | null; at: Date; from: Date; until: Date },
): Promise<RunRow> {
  await tx.execute(sql`
    update reconciliation_runs set status = 'failed', finished_at = ${run.at}, error = 'The server stopped during the comparison'
    where status = 'running'`);
  return tx.getOne<RunRow>(sql`
    insert into reconciliation_runs (id, provider, account, status, started_at, from_at, until_at)
    values (${run.id}, ${run.provider}, ${run.account}, 'running', ${run.at}, ${run.from}, ${run.until}) returning *`);
}

/** Returns whether the run is active, and blocks a new run until the transaction ends. */
export async function isRunning(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(
    sql`select 1 from reconciliation_runs where id = ${id} and status = 'running' for no key update`,
  );
  return rows.length === 1;
}

export const endRun = (
  q: Queryable,
  id: string,
  end: Compared & { at: Date; error: string | null; notes: string | null },
): Promise<RunRow | null> =>
  q.findOne(sql`
    update reconciliation_runs set status = ${end.error === null ? 'done' : 'failed'}, finished_at = ${end.at},
      entries = ${end.entries}, matched = ${end.matched}, differing = ${end.differing}, under_way = ${end.underWay},
      too_recent = ${end.tooRecent}, differences = ${end.differences}, error = ${end.error},
      notes = ${end.notes}
    where id = ${id} and status = 'running' returning *`);

export const findLastRun = (q: Queryable): Promise<RunRow | null> =>
  q.findOne(sql`select * from reconciliation_runs order by started_at desc, id desc limit 1`);

const ENTRY = columnsOf<'statement_entries', StatementEntry>('statement_entries', {
  transactionId: (entry) => entry.providerTransactionId,
  referenceId: (entry) => entry.referenceId,
  amountPaise: (entry) => entry.amountPaise,
  word: (entry) => entry.word,
  outcome: (entry) => entry.outcome,
  utr: (entry) => entry.utr,
  madeAt: (entry) => entry.madeAt,
});

/** Stores a page of the statement. Overwrites changed entries. */
export async function saveEntries(
  q: Queryable,
  { id: runId, provider }: RunRow,
  entries: readonly StatementEntry[],
): Promise<void> {
  const unique = [...new Map(entries.map((entry) => [entry.providerTransactionId, entry])).values()];
  await q.execute(sql`
    insert into statement_entries (provider, run_id, ${raw(ENTRY.names)})
    select ${provider}, ${runId}, e.* from ${ENTRY.unnest(unique, 'e')}
    on conflict (provider, transaction_id) do update set reference_id = excluded.reference_id, amount_paise = excluded.amount_paise,
      word = excluded.word, outcome = excluded.outcome, utr = excluded.utr, made_at = excluded.made_at, run_id = excluded.run_id`);
}

/** Backfills UTRs of transfers that are paid on both sides: the payment's answer may lack one. */
export async function backfillUtrs(tx: Tx, { id: runId, provider }: Pick<RunRow, 'id' | 'provider'>): Promise<void> {
  await tx.execute(sql`
    update payout_attempts a set utr = t.utr from statement_entries t
    where t.run_id = ${runId} and t.outcome = 'paid' and t.utr <> '' and a.provider = ${provider} and a.status = 'paid' and a.utr is null
      and (a.reference_id, a.provider_transaction_id, a.amount_paise) = (t.reference_id, t.transaction_id, t.amount_paise)`);
}

export type PaidTwice = Pick<PayoutAttempt, 'payableId' | 'referenceId' | 'amountPaise'>;

/** Lists the double payments that this comparison found first. A look-up may have recorded others before. */
export const listNewPaidTwice = (tx: Tx, { id: runId, at }: ComparedRun): Promise<PaidTwice[]> =>
  tx.query(sql`
    select payable_id, reference_id, our_amount_paise as amount_paise from payout_differences
    where last_run_id = ${runId} and kind = 'paid_twice' and first_seen_at = ${at}`);

/** Lists references to look up: decided by the provider but not by us, or decided differently. */
export async function listReferencesToLookUp(q: Queryable, runId: string, limit: number): Promise<string[]> {
  const rows = await q.query<{ referenceId: string }>(sql`
    select t.reference_id from statement_entries t join payout_attempts a on a.reference_id = t.reference_id
    where t.run_id = ${runId} and ((a.status in ('sending', 'in_flight', 'unknown') and t.outcome in ('paid', 'not_paid'))
      or (a.status = 'paid' and t.outcome = 'not_paid') or (a.status in ('not_paid', 'refused', 'not_sent') and t.outcome = 'paid'))
    limit ${limit}`);
  return rows.map((row) => row.referenceId);
}

export type DifferenceRow = Row<'payout_differences'>;

interface DifferenceFilter {
  readonly kind: DifferenceKind | null;
  readonly state: DifferenceState | null;
  readonly search: string;
}

const where = ({ kind, state, search }: DifferenceFilter) =>
  allOf([
    ...(kind === null ? [] : [sql`kind = ${kind}`]),
    ...(state === null ? [] : [sql`state = ${state}`]),
    ...(search === ''
      ? []
      : [
          sql`lower(reference_id || ' ' || coalesce(provider_transaction_id, '') || ' ' || coalesce(payable_id, '') || ' ' || coalesce(utr, '')) like ${containsPattern(search.toLowerCase())}`,
        ]),
  ]);

export async function listDifferences(
  q: Queryable,
  filter: DifferenceFilter,
  page: { sort: 'lastSeenAt' | 'firstSeenAt'; order: 'asc' | 'desc'; page: number; limit: number },
): Promise<{ rows: DifferenceRow[]; total: number }> {
  const column = raw(page.sort === 'lastSeenAt' ? 'last_seen_at' : 'first_seen_at');
  const [rows, [count]] = await Promise.all([
    q.query<DifferenceRow>(sql`
      select * from payout_differences where ${where(filter)}
      order by ${column} ${raw(page.order)}, id ${raw(page.order)} limit ${page.limit} offset ${(page.page - 1) * page.limit}`),
    q.query<{ total: number }>(sql`select count(*) as total from payout_differences where ${where(filter)}`),
  ]);
  return { rows, total: count?.total ?? 0 };
}

export const countDifferences = (
  q: Queryable,
): Promise<{ kind: DifferenceKind; state: DifferenceState; n: number }[]> =>
  q.query(sql`select kind, state, count(*) as n from payout_differences group by kind, state`);

export const findDifference = (q: Queryable, id: string): Promise<DifferenceRow | null> =>
  q.findOne(sql`select * from payout_differences where id = ${id}`);

/** Changes a difference that is `open`, or `acknowledged` before `resolved`. */
export const decideDifference = (
  tx: Tx,
  id: string,
  { state, reason, by, at }: { state: 'acknowledged' | 'resolved'; reason: string; by: string; at: Date },
): Promise<DifferenceRow | null> =>
  tx.findOne(sql`
    update payout_differences set state = ${state}, reason = ${reason}, decided_by = ${by}, decided_at = ${at}
    where id = ${id} and (state = 'open' or (state = 'acknowledged' and ${state} = 'resolved')) returning *`);
