import { REMEMBERED_SESSION_LIFE_MS, SESSION_LIFE_MS } from '@muneem/contract/auth';
import { AppError } from '#platform/app-error/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { hashToken } from '#platform/crypto/index.ts';
import type { Database } from '#platform/database/index.ts';
import type { Authenticators } from '#platform/http/index.ts';
import { extendSession, findLiveSession } from './sessions.repository.ts';

interface SessionDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Extends a session's expiry at most this often, so most calls only read. */
const MOVE_END_EVERY_MS = 5 * 60_000;

/** Looks up the live session of a bearer token. Ended, expired and unknown tokens have none. */
export function createSessionAuthenticator({
  database,
  clock,
}: SessionDependencies): Pick<Authenticators, 'admin' | 'findAdmin'> {
  const find = async (token: string, { isUse }: { readonly isUse: boolean }) => {
    const now = clock.now();
    const session = await findLiveSession(database, hashToken(token), now);
    if (!session) return null;
    if (isUse && now.getTime() - session.lastSeenAt.getTime() >= MOVE_END_EVERY_MS) {
      await extendSession(database, session.sessionId, now, endsFrom(now));
    }
    const { adminId, email, name, sessionId } = session;
    return { adminId, email, name, sessionId };
  };
  return {
    admin: (token) => find(token, { isUse: true }),
    findAdmin: (token) => find(token, { isUse: false }),
  };
}

/** Extends the session for the verify call. @returns its new expiry */
export async function renewSession({ database, clock }: SessionDependencies, sessionId: string): Promise<Date> {
  const now = clock.now();
  const expiresAt = await extendSession(database, sessionId, now, endsFrom(now));
  if (!expiresAt) throw new AppError('unauthorized', { userMessage: 'Your session has ended. Please sign in again.' });
  return expiresAt;
}

const endsFrom = (now: Date) => ({
  remembered: new Date(now.getTime() + REMEMBERED_SESSION_LIFE_MS),
  other: new Date(now.getTime() + SESSION_LIFE_MS),
});
