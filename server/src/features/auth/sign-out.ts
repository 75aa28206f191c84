import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { AuthDeps } from './auth-deps.ts';
import { endSession } from './sessions.repository.ts';

/** Ends the session at the server; its token is worth nothing from now on. */
export async function signOut({ database, clock }: AuthDeps, sessionId: string, actor: Actor): Promise<void> {
  await transaction(database, async (tx) => {
    if (!(await endSession(tx, sessionId, clock.now()))) return;
    await writeAudit(tx, { actor, action: 'auth.sign_out', entityType: 'session', entityId: sessionId });
  });
}
