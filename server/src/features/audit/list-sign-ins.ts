import type { SignIn } from '@muneem/contract/audit';
import type { Database } from '#platform/database/index.ts';
import { listAuditRowsOfAny, type AuditRow } from './audit.repository.ts';

/** Lists an admin's sign-ins and failed attempts with their IP address, newest first. */
export async function listSignIns(
  database: Database,
  { adminId, email }: { readonly adminId: string; readonly email: string },
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<{ signIns: SignIn[]; hasOlder: boolean }> {
  const rows = await listAuditRowsOfAny(
    database,
    [
      { actorId: adminId, action: 'auth.sign_in' },
      { entityId: adminId, entityType: 'admin', action: 'auth.sign_in_failed' },
      { entityId: email, entityType: 'sign_in', action: 'auth.sign_in_failed' },
    ],
    { before, limit: limit + 1 },
  );
  return { signIns: rows.slice(0, limit).map(toSignIn), hasOlder: rows.length > limit };
}

function toSignIn({ id, at, action, after, ip }: AuditRow): SignIn {
  const facts = (after ?? {}) as { readonly step?: string; readonly userAgent?: string | null };
  const outcome =
    action === 'auth.sign_in' ? 'signed_in' : facts.step === 'code' ? ('wrong_code' as const) : 'wrong_password';
  return { id, at: at.toISOString(), outcome, ip, userAgent: facts.userAgent ?? '' };
}
