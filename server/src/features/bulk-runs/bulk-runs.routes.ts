import {
  BULK_RUN_RESULTS_AT_ONCE,
  cancelBulkRun,
  getBulkRun,
  kindsOf,
  listBulkRuns,
  startBulkRun,
  type BulkRun,
  type BulkRunItem,
} from '@muneem/contract/bulk-runs';
import { AppError } from '#platform/app-error/index.ts';
import type { Database } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { toBulkRun, toItem } from './bulk-run.mapper.ts';
import { findRun, listUndecided, listResults, listRuns, type BulkRunRow } from './bulk-runs.repository.ts';
import type { BulkRuns } from './create-bulk-runs.ts';

export function registerBulkRunRoutes(
  http: HttpServer,
  { database, bulkRuns }: { readonly database: Database; readonly bulkRuns: BulkRuns },
): void {
  registerRoute(http, listBulkRuns, async ({ query }) => ({
    runs: (await listRuns(database, kindsOf(query.kinds))).map(toBulkRun),
  }));
  registerRoute(http, getBulkRun, async ({ params, query }) => {
    const run = await findRun(database, params.id);
    if (!run) throw new AppError('not_found', 'Run not found. It may have been deleted.');
    const results = await listResults(database, run.id, query.after);
    return { run: toBulkRun(run), results: results.map((row) => ({ ...row, ...toItem(row) })) };
  });
  registerRoute(http, startBulkRun, async ({ params, body, admin, actor }) => {
    const agreed = { count: body.count, adminReason: body.adminReason || null, sessionId: admin.sessionId };
    return { run: toBulkRun(await bulkRuns.start(params.id, agreed, actor)) };
  });
  registerRoute(http, cancelBulkRun, async ({ params, actor }) => ({
    run: toBulkRun(await bulkRuns.cancel(params.id, actor)),
  }));
}

export async function preparedAnswer(
  database: Database,
  run: BulkRunRow,
): Promise<{ run: BulkRun; items: BulkRunItem[] }> {
  const items = await listUndecided(database, run.id, BULK_RUN_RESULTS_AT_ONCE);
  return { run: toBulkRun(run), items: items.map(toItem) };
}
