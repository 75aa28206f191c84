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
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { isMissing } from '#lib/api-error.ts';
import { callAndFindOut, type Tell } from '#lib/find-outcome.ts';

/** A run and all its results so far, by the order in which they became known. */
export interface RunSoFar {
  readonly run: BulkRun;
  readonly results: readonly BulkRunResult[];
}

const EVERY_MS = 1_000;
/** What was being decided when it was cancelled becomes known a little later. */
const AFTER_END_MS = 30_000;

/** Only what became known since is asked for. */
export const runQuery = (id: string, queryClient: QueryClient) =>
  queryOptions({
    queryKey: ['bulk-runs', id],
    queryFn: async ({ signal }): Promise<RunSoFar> => {
      const before = queryClient.getQueryData<RunSoFar>(['bulk-runs', id])?.results ?? [];
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

/** The last runs of these kinds; asked again while one is under way. */
export const runsQuery = (kinds: readonly BulkRunKind[]) =>
  queryOptions({
    queryKey: ['bulk-runs', 'list', kinds],
    queryFn: async ({ signal }) => (await api(listBulkRuns, { query: { kinds: kinds.join(',') }, signal })).runs,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === 'running') === true ? 3 * EVERY_MS : false,
  });

/** Starts a run once, however often its answer is lost. */
export const startRun = (
  { id, count }: Pick<BulkRun, 'id' | 'count'>,
  adminReason: string,
  { tell, ...words }: { tell: Tell; unknown: string; notDone: (cause: string) => string },
): Promise<BulkRun> =>
  callAndFindOut({
    call: async () => (await api(startBulkRun, { params: { id }, body: { count, adminReason } })).run,
    find: async () => {
      const { run } = await api(getBulkRun, { params: { id }, query: {} });
      return run.status === 'prepared' ? undefined : run;
    },
    tell,
    ...words,
  });

export const goOnWithRun = ({ id, count }: BulkRun) => api(startBulkRun, { params: { id }, body: { count } });
export const cancelRun = (id: string) => api(cancelBulkRun, { params: { id } });
