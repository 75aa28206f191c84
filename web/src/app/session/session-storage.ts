import { REMEMBERED_SESSION_LIFE_MS } from '@muneem/contract/auth';
import {
  ADMIN_KEY,
  EXPIRY_KEY,
  hasExpired,
  readIn,
  readSession,
  readToken,
  TOKEN_KEY,
  type SessionPlaces,
  type StoredSession,
} from './read-session.ts';
import type { SessionAdmin } from './session.ts';

/** Stores the session in the browser. Where storage is forbidden, no method throws and nothing is stored. */
export function createSessionStorage(places: () => SessionPlaces) {
  const clearIn = (place: Storage): void => {
    for (const key of [TOKEN_KEY, ADMIN_KEY, EXPIRY_KEY]) place.removeItem(key);
  };

  const readAny = (): StoredSession | undefined => readSession(places());

  const storage = {
    read(): StoredSession | undefined {
      return allowed(undefined, () => {
        const stored = readAny();
        return stored && !hasExpired(stored) ? stored : undefined;
      });
    },

    /** Removes an expired session. @returns true if there was one */
    cleanExpired(): boolean {
      return allowed(false, () => {
        const stored = readIn(places().persistent);
        if (!stored || !hasExpired(stored)) return false;
        clearIn(places().persistent);
        return true;
      });
    },

    /** @returns true if the session was stored */
    write(session: { readonly token: string; readonly admin: SessionAdmin; readonly remember: boolean }): boolean {
      return allowed(false, () => {
        storage.clear();
        const place = session.remember ? places().persistent : places().tab;
        place.setItem(TOKEN_KEY, JSON.stringify({ token: session.token }));
        place.setItem(ADMIN_KEY, JSON.stringify(session.admin));
        if (session.remember) place.setItem(EXPIRY_KEY, String(Date.now() + REMEMBERED_SESSION_LIFE_MS));
        return true;
      });
    },

    /** Called after a successful verify. Stores the current admin and extends a remembered session by 15 days. */
    refresh(token: string, admin: SessionAdmin): void {
      allowed(undefined, () => {
        const { persistent, tab } = places();
        for (const place of [tab, persistent]) {
          if (readToken(place) !== token) continue;
          place.setItem(ADMIN_KEY, JSON.stringify(admin));
          if (place === persistent) place.setItem(EXPIRY_KEY, String(Date.now() + REMEMBERED_SESSION_LIFE_MS));
        }
      });
    },

    /** Returns the state of a token that was stored before. */
    stateOf(token: string): 'stored' | 'expired' | 'vanished' | 'replaced' {
      return allowed<'stored' | 'expired' | 'vanished' | 'replaced'>('stored', () => {
        const stored = readAny();
        if (!stored) return 'vanished';
        if (stored.token !== token) return 'replaced';
        return hasExpired(stored) ? 'expired' : 'stored';
      });
    },

    clear(): void {
      allowed(undefined, () => {
        clearIn(places().persistent);
        clearIn(places().tab);
      });
    },
  };
  return storage;
}

/** Private windows and some policies forbid storage. The session then ends with the page. */
function allowed<Result>(otherwise: Result, work: () => Result): Result {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
