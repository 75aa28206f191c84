import type { SessionView } from '@muneem/contract/account';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { isoDates, type AdminPrincipal } from '#platform/http/index.ts';
import { endSession, endSessionsOf, listLiveSessions } from './sessions.repository.ts';
import type { AuthDependencies } from './auth-dependencies.ts';

type SessionDependencies = Pick<Platform, 'database' | 'clock'>;

export async function listOwnSessions(
  { database, clock }: SessionDependencies,
  { adminId, sessionId }: AdminPrincipal,
): Promise<SessionView[]> {
  const sessions = await listLiveSessions(database, adminId, clock.now());
  return sessions.map((session) => ({
    ...isoDates(session),
    current: session.id === sessionId,
    userAgent: session.userAgent ?? '',
    ip: session.ip ?? '',
  }));
}

/** @throws AppError `not_found` if the session has ended or belongs to another admin */
export async function endOwnSession(
  { database, clock }: SessionDependencies,
  { adminId }: AdminPrincipal,
  id: string,
  actor: Actor,
): Promise<void> {
  await transaction(database, async (tx) => {
    if (!(await endSession(tx, { id, adminId, because: 'from_list', now: clock.now() }))) {
      throw new AppError('not_found', 'This session has already ended.');
    }
    await writeAudit(tx, actor, 'auth.end_session', ['session', id]);
  });
}

/** @returns the number of ended sessions */
export async function endOtherSessions(
  { database, clock }: SessionDependencies,
  { adminId, sessionId }: AdminPrincipal,
  actor: Actor,
): Promise<number> {
  return transaction(database, async (tx) => {
    const ended = await endSessionsOf(tx, adminId, { because: 'from_list', now: clock.now(), keptId: sessionId });
    await writeAudit(tx, actor, 'auth.end_other_sessions', ['admin', adminId], { after: { sessionsEnded: ended } });
    return ended;
  });
}

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
