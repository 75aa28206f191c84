import { REMEMBERED_SESSION_LIFE_MS, SESSION_LIFE_MS } from '@muneem/contract/auth';
import { createBatcher, SHARED_READS } from '#platform/batcher/index.ts';
import { hashToken } from '#platform/crypto/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { AdminPrincipal, Authenticators } from '#platform/http/index.ts';
import { extendSession, findLiveSessions } from './sessions.repository.ts';

type SessionDependencies = Pick<Platform, 'database' | 'clock'>;

/** Extends a session's expiry at most this often, so most calls only read. */
const MOVE_END_EVERY_MS = 5 * 60_000;

/** Looks up the live session of a bearer token. Ended, expired and unknown tokens have none. */
export function createSessionAuthenticator({
  database,
  clock,
}: SessionDependencies): Pick<Authenticators, 'admin' | 'findAdmin'> {
  // No cache: every caller's statement starts after its call, so a session that has ended is refused at once.
  const sessions = createBatcher({
    ...SHARED_READS,
    run: async (tokens: readonly string[]) => {
      const hashes = tokens.map(hashToken);
      const found = await findLiveSessions(database, hashes, clock.now());
      return hashes.map((hash) => found.get(hash) ?? null);
    },
  });
  const findAdmin = (token: string): Promise<AdminPrincipal | null> => sessions.add(token);
  return {
    findAdmin,
    async admin(token) {
      const session = await sessions.add(token);
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
