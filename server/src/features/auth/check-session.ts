import { REMEMBERED_SESSION_LIFE_MS, SESSION_LIFE_MS } from '@muneem/contract/auth';
import { createSharedReads } from '#platform/batcher/index.ts';
import { hashToken } from '#platform/crypto/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { Authenticators } from '#platform/http/index.ts';
import { extendSession, findLiveSessions, type LiveSession } from './sessions.repository.ts';

type SessionDependencies = Pick<Platform, 'database' | 'clock'>;

/** Extends a session's expiry at most this often, so most calls only read. */
const MOVE_END_EVERY_MS = 5 * 60_000;

/** Looks up the live session of a bearer token. Ended, expired and unknown tokens have none. */
export function createSessionAuthenticator({
  database,
  clock,
}: SessionDependencies): Pick<Authenticators, 'admin' | 'findAdmin'> {
  const findSession = createSharedReads((hashes) => findLiveSessions(database, hashes, clock.now()));
  const find = async (token: string): Promise<LiveSession | null> => (await findSession(hashToken(token))) ?? null;
  return {
    findAdmin: find,
    async admin(token) {
      const session = await find(token);
      const now = clock.now();
      if (!session || now.getTime() - session.lastSeenAt.getTime() < MOVE_END_EVERY_MS) return session;
      const expiresAt = await extendSession(database, session.sessionId, now, {
        remembered: new Date(now.getTime() + REMEMBERED_SESSION_LIFE_MS),
        other: new Date(now.getTime() + SESSION_LIFE_MS),
      });
      return expiresAt ? { ...session, expiresAt } : null;
    },
  };
}
