import type { RouteQuery } from '@muneem/contract/http';
import type {
  listSmartPollRuns,
  SmartPollRun,
  SmartPollRunKind,
  SmartPollRunStatus,
} from '@muneem/contract/smart-poll';
import { allOf, raw, sql, type Queryable, type RowOf, type Sql, type Tx } from '#platform/database/index.ts';

export interface RunRow extends RowOf<SmartPollRun, '_id'> {
  readonly id: string;
}

const COLUMNS = raw(`id, kind, status, started_at, finished_at, started_by,
  clicks, asked, failed, events, recovered, coins, message`);

/** A run is lost if its server does not renew the lease for this long. */
const LEASE = raw(`interval '30 seconds'`);

export interface NewRun {
  readonly id: string;
  readonly kind: SmartPollRunKind;
  /** Null for a run on demand. */
  readonly slot: Date | null;
  readonly startedAt: Date;
  readonly startedBy: string;
}

/** Starts a run. @returns null if another is active or this slot has run */
export async function insertRun(tx: Tx, run: NewRun): Promise<RunRow | null> {
  const inserted = await tx.findOne<RunRow>(sql`
    insert into smart_poll_runs (id, kind, slot, status, started_at, lease_until, started_by)
    values (${run.id}, ${run.kind}, ${run.slot}, 'running', ${run.startedAt}, now() + ${LEASE}, ${run.startedBy})
    on conflict do nothing returning ${COLUMNS}`);
  if (!inserted) return null;
  await tx.execute(sql`
    update smart_poll_state set run_count = run_count + 1, last_run_at = greatest(last_run_at, ${run.startedAt})`);
  return inserted;
}

const SERVER_LOST = 'Its server stopped. The next run continues with the remaining clicks.';

/** Ends runs whose servers died, so that the next can start. */
export async function endLostRuns(tx: Tx, at: Date): Promise<void> {
  const lost = await tx.execute(sql`
    update smart_poll_runs set status = 'interrupted', finished_at = ${at}, message = ${SERVER_LOST}
    where status = 'running' and lease_until < now()`);
  if (lost > 0) await noteError(tx, SERVER_LOST, at, lost);
}

const noteError = async (q: Queryable, message: string, at: Date, count = 1): Promise<void> => {
  await q.execute(sql`
    update smart_poll_state set error_count = error_count + ${count}, last_error_message = ${message}, last_error_at = ${at}`);
};

export const isSlotTaken = async (q: Queryable, slot: Date): Promise<boolean> =>
  (await q.query(sql`select 1 from smart_poll_runs where slot = ${slot}`)).length > 0;

/** Renews the lease. An expired one stays expired. */
export async function extendLease(q: Queryable, id: string): Promise<void> {
  await q.execute(sql`
    update smart_poll_runs set lease_until = now() + ${LEASE}
    where id = ${id} and status = 'running' and lease_until >= now()`);
}

export async function setClicks(q: Queryable, id: string, clicks: number): Promise<void> {
  await q.execute(sql`update smart_poll_runs set clicks = ${clicks} where id = ${id}`);
}

export type RunProgress = Pick<RunRow, 'asked' | 'failed' | 'events' | 'recovered' | 'coins'>;

export async function addProgress(tx: Tx, id: string, added: RunProgress): Promise<void> {
  await tx.execute(sql`
    update smart_poll_runs set asked = asked + ${added.asked}, failed = failed + ${added.failed},
      events = events + ${added.events}, recovered = recovered + ${added.recovered}, coins = coins + ${added.coins}
    where id = ${id}`);
}

export interface RunEnd {
  readonly status: Exclude<SmartPollRunStatus, 'running'>;
  readonly at: Date;
  /** Null for a run without errors. */
  readonly message: string | null;
}

/** Ends a run and returns it. A lost run stays lost. */
export async function finishRun(tx: Tx, id: string, { status, at, message }: RunEnd): Promise<RunRow | null> {
  const ended = await tx.findOne<RunRow>(sql`
    update smart_poll_runs set status = ${status}, finished_at = ${at}, message = ${message}
    where id = ${id} and status = 'running' returning ${COLUMNS}`);
  if (!ended) return findRun(tx, id);
  if (message !== null) await noteError(tx, message, at);
  return ended;
}

export const findRun = (q: Queryable, id: string): Promise<RunRow | null> =>
  q.findOne(sql`select ${COLUMNS} from smart_poll_runs where id = ${id}`);

/** `search` is a click id. */
type RunFilter = Pick<RouteQuery<typeof listSmartPollRuns>, 'search' | 'show'>;

const SHOW = {
  all: sql`true`,
  asked: sql`clicks > 0`,
  recovered: sql`recovered > 0`,
  failed: sql`(failed > 0 or status in ('failed', 'interrupted'))`,
} as const satisfies Record<RunFilter['show'], Sql>;

const matches = ({ search, show }: RunFilter): Sql =>
  allOf([
    SHOW[show],
    ...(search === '' ? [] : [sql`id in (select run_id from smart_polls where click_id = ${search.toUpperCase()})`]),
  ]);

export const listRuns = (
  q: Queryable,
  filter: RunFilter,
  { order, limit, offset }: { readonly order: 'asc' | 'desc'; readonly limit: number; readonly offset: number },
): Promise<RunRow[]> =>
  q.query(sql`
    select ${COLUMNS} from smart_poll_runs where ${matches(filter)}
    order by ${raw(`started_at ${order}, id ${order}`)} limit ${limit} offset ${offset}`);

export const countRuns = (q: Queryable, filter: RunFilter): Promise<number> =>
  q.getValue(sql`select count(*) as count from smart_poll_runs where ${matches(filter)}`);

interface PollState {
  readonly runCount: number;
  readonly errorCount: number;
  readonly lastRunAt: Date | null;
  readonly lastErrorMessage: string | null;
  readonly lastErrorAt: Date | null;
}

export const readState = (q: Queryable): Promise<PollState> =>
  q.getOne(sql`
    select run_count, error_count, last_run_at,
      last_error_message, last_error_at from smart_poll_state`);

export const findCurrentRun = (q: Queryable): Promise<RunRow | null> =>
  q.findOne(sql`select ${COLUMNS} from smart_poll_runs where status = 'running' and lease_until >= now()`);

export const findLastFinishedRun = (q: Queryable): Promise<RunRow | null> =>
  q.findOne(sql`
    select ${COLUMNS} from smart_poll_runs where status <> 'running' order by started_at desc, id desc limit 1`);

/** Deletes runs from before `before` with their polls. @returns their number, at most `limit` */
export const purgeRuns = (q: Queryable, before: Date, limit: number): Promise<number> =>
  q.execute(sql`
    delete from smart_poll_runs where id in (
      select id from smart_poll_runs where started_at < ${before} and status <> 'running' order by started_at limit ${limit})`);
