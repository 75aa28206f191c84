import { getExportProgress } from '@muneem/contract/exports';
import { AppError } from '#platform/app-error/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { findProgress } from './exports.repository.ts';

export function registerExportRoutes(
  http: HttpServer,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
): void {
  registerRoute(http, getExportProgress, async ({ params, actor }) => {
    const progress = await findProgress(database, params.exportId, actor.id, clock.now());
    if (progress === null) throw new AppError('not_found', 'You have no export with this ID.');
    return { export: progress };
  });
}
