import {
  exportAuditCsv,
  exportAuditWorkbook,
  listAudit as listRoute,
  listAuditChoices,
  listSignIns as signInsRoute,
} from '@muneem/contract/audit';
import { kolkataDay } from '#platform/clock/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { registerReplicaRoute, registerRoute, type HttpServer } from '#platform/http/index.ts';
import { registerExports } from '#features/exports/index.ts';
import { auditTable } from './audit-export.ts';
import { countAuditRows, listActions, listActors } from './audit.repository.ts';
import { filterOf, listAudit } from './list-audit.ts';
import { listSignIns } from './list-sign-ins.ts';

/** Limits the count before an export. */
const MOST_COUNTED = 100_000;

export function registerAuditRoutes(
  http: HttpServer,
  dependencies: Pick<Platform, 'database' | 'readDatabase' | 'clock'>,
): void {
  const { database, readDatabase, clock } = dependencies;
  registerReplicaRoute(http, readDatabase, listRoute, (reader, { query }) => listAudit(reader, query));
  registerReplicaRoute(http, readDatabase, listAuditChoices, async (reader) => {
    const [actors, actions] = await Promise.all([listActors(reader), listActions(reader)]);
    return { actors, actions };
  });
  const exports = { csv: exportAuditCsv, xlsx: exportAuditWorkbook };
  registerExports(http, dependencies, exports, async (reader, query) => {
    const filter = filterOf(query);
    return {
      kind: 'audit',
      entityType: 'audit',
      fileName: `audit-log-${kolkataDay(clock.now())}`,
      table: auditTable(reader, filter),
      total: await countAuditRows(reader, filter, MOST_COUNTED),
    };
  });
  registerRoute(http, signInsRoute, ({ admin, query }) => listSignIns(database, admin, query));
}
