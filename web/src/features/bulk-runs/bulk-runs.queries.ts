import {
  BULK_RUN_RESULTS_AT_ONCE,
  cancelBulkRun,
  getBulkRun,
  listBulkRuns,
  startBulkRun,
  type BulkRun,
  type BulkRunKind,
  type BulkRunResult,
} from '@muneem/contract/bulk-runs';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { isMissing } from '#lib/api-error.ts';
import { callAndFindOut, type Tell } from '#lib/find-outcome.ts';
import { queryClient } from '#lib/query-client.ts';

/** A run with all results so far, in the order in which they arrived. */
export interface RunProgress {
  readonly run: BulkRun;
  readonly results: readonly BulkRunResult[];
}

const EVERY_MS = 1_000;
/** Decisions in flight at the cancel report their result a little later. */
const AFTER_END_MS = 30_000;

/** Loads only the results since the last call. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk-runs', id],
    queryFn: async ({ signal }): Promise<RunProgress> => {
      const before = queryClient.getQueryData<RunProgress>(['bulk-runs', id])?.results ?? [];
      const results = [...before];
      for (;;) {
        const after = results.at(-1)?.number ?? 0;
        const part = await api(getBulkRun, { params: { id }, query: { after }, signal });
        results.push(...part.results);
        if (part.results.length < BULK_RUN_RESULTS_AT_ONCE) return { run: part.run, results };
      }
    },
    refetchInterval: ({ state: { data, error } }) =>
      !isMissing(error) && (data === undefined || isMoving(data.run)) ? EVERY_MS : false,
  });

function isMoving({ status, finishedAt, left }: BulkRun): boolean {
  if (status === 'running') return true;
  if (left === 0 || finishedAt === null) return false;
  return Date.now() - Date.parse(finishedAt) < AFTER_END_MS;
}

/** The latest runs of these kinds. Polls while a run is active. */
export const runsQuery = (kinds: readonly BulkRunKind[]) =>
  queryOptions({
    queryKey: ['bulk-runs', 'list', kinds],
    queryFn: async ({ signal }) => (await api(listBulkRuns, { query: { kinds: kinds.join(',') }, signal })).runs,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === 'running') === true ? 3 * EVERY_MS : false,
  });

/** Starts a run. Idempotent: a repeated call starts it only once. */
export const startRun = (
  { id, count }: Pick<BulkRun, 'id' | 'count'>,
  adminReason: string,
  { tell, ...words }: { tell: Tell; unknown: string; notDone: (cause: string) => string },
): Promise<BulkRun> =>
  callAndFindOut({
    call: async () => (await api(startBulkRun, { params: { id }, body: { count, adminReason } })).run,
    find: async () => {
      const { run } = await api(getBulkRun, { params: { id }, query: {} });
      return run.status === 'prepared' ? null : run;
    },
    tell,
    ...words,
  });

export const goOnWithRun = ({ id, count }: BulkRun) => api(startBulkRun, { params: { id }, body: { count } });
export const cancelRun = (id: string) => api(cancelBulkRun, { params: { id } });
