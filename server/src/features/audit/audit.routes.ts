import { listAudit as listRoute, listAuditChoices, listSignIns as signInsRoute } from '@muneem/contract/audit';
import type { Database, ReadDatabase } from '#platform/database/index.ts';
import { readingReplica, registerRoute, type HttpServer } from '#platform/http/index.ts';
import { listActions, listActors } from './audit.repository.ts';
import { listAudit } from './list-audit.ts';
import { listSignIns } from './list-sign-ins.ts';

export function registerAuditRoutes(
  http: HttpServer,
  { database, readDatabase }: { readonly database: Database; readonly readDatabase: ReadDatabase },
): void {
  const list = readingReplica<typeof listRoute>(readDatabase, (reader, { query }) => listAudit(reader, query));
  registerRoute(http, listRoute, list);
  const choices = readingReplica<typeof listAuditChoices>(readDatabase, async (reader) => {
    const [actors, actions] = await Promise.all([listActors(reader), listActions(reader)]);
    return { actors, actions };
  });
  registerRoute(http, listAuditChoices, choices);
  registerRoute(http, signInsRoute, ({ admin, query }) => listSignIns(database, admin, query));
}
