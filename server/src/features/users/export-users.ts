import type { FastifyReply } from 'fastify';
import { streamExport, type ExportOrder } from '#features/exports/index.ts';
import { kolkataDay, type Clock } from '#platform/clock/index.ts';
import type { Database, Reader } from '#platform/database/index.ts';
import { userTable } from './user-export.repository.ts';
import { countMatches } from './user-list.repository.ts';

/** Streams all matching users to a file, newest first. */
export async function exportUsers(
  dependencies: { readonly database: Database; readonly reader: Reader; readonly clock: Clock },
  { search, ...order }: ExportOrder & { readonly search: string },
  reply: FastifyReply,
): Promise<void> {
  const { reader, clock } = dependencies;
  await streamExport(
    dependencies,
    {
      ...order,
      kind: 'users',
      entityType: 'user',
      fileName: `users-${kolkataDay(clock.now())}`,
      table: userTable(reader, search),
      total: await countMatches(reader, search),
      filters: { search },
    },
    reply,
  );
}
