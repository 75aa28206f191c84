import { EXPORT_FORMATS, type ExportFormat } from '@muneem/contract/exports';
import type { AnyRoute, RouteQuery } from '@muneem/contract/http';
import type { Reader } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { registerRoute, REPLIED, watchSession, type HttpServer } from '#platform/http/index.ts';
import { streamExport, type Exported } from './stream-export.ts';

/** Registers the routes of an export, one for each format. @param describe finds the rows of a query */
export function registerExports<R extends AnyRoute>(
  http: HttpServer,
  dependencies: Pick<Platform, 'database' | 'readDatabase' | 'clock'>,
  routes: Readonly<Record<ExportFormat, R>>,
  describe: (reader: Reader, query: RouteQuery<R>) => Promise<Exported>,
): void {
  for (const format of EXPORT_FORMATS)
    registerRoute(http, routes[format], async ({ query, actor, request, reply }) => {
      const isAllowed = watchSession(http, request, routes[format]);
      const exported = await describe(dependencies.readDatabase.reader(), query);
      const { exportId, ...filters } = query as { readonly exportId: string | undefined };
      await streamExport(dependencies, { ...exported, filters, exportId, format, actor, isAllowed }, reply);
      return REPLIED;
    });
}
