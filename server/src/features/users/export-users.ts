import type { ExportFormat } from '@muneem/contract/exports';
import { USER_DEFAULTS } from '@muneem/contract/users';
import type { FastifyReply } from 'fastify';
import { streamExport } from '#features/exports/index.ts';
import type { Actor } from '#platform/audit-log/index.ts';
import { kolkataDay, type Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import type { Column } from '#platform/spreadsheet/index.ts';
import { listUsersAfter, countableMatches } from './user-list.repository.ts';
import { countUsers, type ListedUser } from './users.repository.ts';

const PAGE = 500;

const COLUMNS: readonly Column<ListedUser>[] = [
  { name: 'User ID', width: 30, cell: (user) => user.uid },
  { name: 'Name', width: 24, cell: (user) => user.name ?? USER_DEFAULTS.name },
  { name: 'Email', width: 30, cell: (user) => user.email ?? USER_DEFAULTS.email },
  { name: 'Phone', width: 18, cell: (user) => user.phone ?? USER_DEFAULTS.phone },
  { name: 'Gender', width: 14, cell: (user) => user.gender ?? USER_DEFAULTS.gender },
  { name: 'Coins', width: 12, format: 'count', cell: (user) => user.coins },
  { name: 'Completed Offers', width: 18, format: 'count', cell: (user) => user.completedCount },
  { name: 'Joined On', width: 20, cell: (user) => user.createdAt },
  { name: 'Referral Code', width: 16, cell: (user) => user.referralCode },
  { name: 'Used Referral', width: 16, cell: (user) => user.usedReferralCode },
];

/** Streams all matching users to a file, newest first. */
export async function exportUsers(
  dependencies: { readonly database: Database; readonly clock: Clock },
  wanted: {
    readonly search: string;
    readonly format: ExportFormat;
    readonly exportId: string | undefined;
    readonly actor: Actor;
    readonly isSignedIn: () => Promise<boolean>;
  },
  reply: FastifyReply,
): Promise<void> {
  const { database, clock } = dependencies;
  const { search, format, exportId, actor, isSignedIn } = wanted;
  const totalUsers = await countUsers(database);
  const found = search === '' ? totalUsers : (await countableMatches(database, search, totalUsers))?.length;
  await streamExport(
    dependencies,
    {
      kind: 'users',
      entityType: 'user',
      format,
      fileName: `users-${kolkataDay(clock.now())}`,
      table: { sheet: 'Users', columns: COLUMNS, pages: pages(database, search) },
      total: found ?? null,
      filters: { search },
      exportId,
      actor,
      isSignedIn,
    },
    reply,
  );
}

async function* pages(database: Database, search: string): AsyncGenerator<readonly ListedUser[]> {
  let page: ListedUser[] = [];
  do {
    page = await listUsersAfter(database, search, page.at(-1)?.id, PAGE);
    yield page;
  } while (page.length === PAGE);
}
