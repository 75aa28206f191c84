import type { Problem } from '@muneem/contract/problems';
import { USER_DEFAULTS } from '@muneem/contract/users';
import type { ProblemRow } from './problems.repository.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export function toProblem(row: ProblemRow): Problem {
  return {
    id: row.id,
    userId: row.uid,
    userName: row.userName ?? USER_DEFAULTS.name,
    userEmail: row.userEmail ?? USER_DEFAULTS.email,
    title: row.title,
    description: row.description,
    type: row.type,
    status: row.status,
    adminResponse: row.adminResponse,
    respondedBy: row.respondedBy,
    respondedAt: iso(row.respondedAt),
    attachments: row.attachments,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    resolvedAt: iso(row.resolvedAt),
    version: row.version,
  };
}
