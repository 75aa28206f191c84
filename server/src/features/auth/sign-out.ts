import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { endSession } from './sessions.repository.ts';

/** Ends the session on the server, which invalidates its token. */
export async function signOut(
  { database, clock }: AuthDependencies,
  { adminId, sessionId }: AdminPrincipal,
  actor: Actor,
): Promise<void> {
  await transaction(database, async (tx) => {
    if (!(await endSession(tx, { id: sessionId, adminId, because: 'sign_out', now: clock.now() }))) return;
    await writeAudit(tx, actor, 'auth.sign_out', ['session', sessionId]);
  });
}
