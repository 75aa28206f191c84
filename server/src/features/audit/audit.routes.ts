import { listAudit as listRoute, listAuditChoices, listSignIns as signInsRoute } from '@muneem/contract/audit';
import type { Database } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { listActions, listActors } from './audit.repository.ts';
import { listAudit } from './list-audit.ts';
import { listSignIns } from './list-sign-ins.ts';

export function registerAuditRoutes(http: HttpServer, { database }: { readonly database: Database }): void {
  registerRoute(http, listRoute, async ({ query }) => ({
    success: true as const,
    ...(await listAudit(database, query)),
  }));
  registerRoute(http, listAuditChoices, async () => {
    const [actors, actions] = await Promise.all([listActors(database), listActions(database)]);
    return { success: true as const, actors, actions };
  });
  registerRoute(http, signInsRoute, async ({ admin, query }) => {
    if (!admin) throw new Error('the route asks for an admin session');
    return { success: true as const, ...(await listSignIns(database, admin, { ...query, before: query.before })) };
  });
}
