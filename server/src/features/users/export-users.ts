import type { ExportFormat } from '@muneem/contract/exports';
import type { FastifyReply } from 'fastify';
import { streamExport } from '#features/exports/index.ts';
import type { Actor } from '#platform/audit-log/index.ts';
import { kolkataDay, type Clock } from '#platform/clock/index.ts';
import type { Database, Reader } from '#platform/database/index.ts';
import { userTable } from './user-export.repository.ts';
import { countMatches } from './user-list.repository.ts';

/** Streams all matching users to a file, newest first. */
export async function exportUsers(
  dependencies: { readonly database: Database; readonly reader: Reader; readonly clock: Clock },
  wanted: {
    readonly search: string;
    readonly format: ExportFormat;
    readonly exportId: string | undefined;
    readonly actor: Actor;
    readonly isSignedIn: () => Promise<boolean>;
  },
  reply: FastifyReply,
): Promise<void> {
  const { reader, clock } = dependencies;
  const { search, format, exportId, actor, isSignedIn } = wanted;
  await streamExport(
    dependencies,
    {
      kind: 'users',
      entityType: 'user',
      format,
      fileName: `users-${kolkataDay(clock.now())}`,
      table: userTable(reader, search),
      total: await countMatches(reader, search),
      filters: { search },
      exportId,
      actor,
      isSignedIn,
    },
    reply,
  );
}
