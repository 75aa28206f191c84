import { listAudit as listRoute, listAuditChoices, listSignIns as signInsRoute } from '@muneem/contract/audit';
import type { Database, ReadDatabase } from '#platform/database/index.ts';
import { registerReplicaRoute, registerRoute, type HttpServer } from '#platform/http/index.ts';
import { listActions, listActors } from './audit.repository.ts';
import { listAudit } from './list-audit.ts';
import { listSignIns } from './list-sign-ins.ts';

export function registerAuditRoutes(
  http: HttpServer,
  { database, readDatabase }: { readonly database: Database; readonly readDatabase: ReadDatabase },
): void {
  registerReplicaRoute(http, readDatabase, listRoute, (reader, { query }) => listAudit(reader, query));
  registerReplicaRoute(http, readDatabase, listAuditChoices, async (reader) => {
    const [actors, actions] = await Promise.all([listActors(reader), listActions(reader)]);
    return { actors, actions };
  });
  registerRoute(http, signInsRoute, ({ admin, query }) => listSignIns(database, admin, query));
}
