import { REMEMBERED_SESSION_LIFE_MS } from '@muneem/contract/auth';
import type { SessionAdmin } from './session.ts';

/** The names under which the session is stored; `adminAuthToken`, an object with a token field, is the specification's. */
export const TOKEN_KEY = 'adminAuthToken';
const ADMIN_KEY = 'adminAuthUser';
const EXPIRY_KEY = 'adminAuthExpiry';

export interface StoredSession {
  readonly token: string;
  readonly admin: SessionAdmin | undefined;
  /** Remembered sessions only: when it ends unless it is verified before. */
  readonly expiresAtMs: number | undefined;
}

/** `persistent`: stays for 15 days (localStorage). `tab`: ends with the browser session (sessionStorage). */
export interface SessionPlaces {
  readonly persistent: Storage;
  readonly tab: Storage;
}

/** Keeps the session in the browser. Every method answers also where storing is forbidden: then nothing is kept. */
export function createSessionStorage(places: () => SessionPlaces, now: () => number) {
  const clearIn = (place: Storage): void => {
    for (const key of [TOKEN_KEY, ADMIN_KEY, EXPIRY_KEY]) place.removeItem(key);
  };

  /** The stored session, also one that has expired. */
  const readAny = (): StoredSession | undefined => {
    const { persistent, tab } = places();
    return readIn(tab) ?? readIn(persistent);
  };

  const storage = {
    read(): StoredSession | undefined {
      return allowed(undefined, () => {
        const stored = readAny();
        return stored && !hasExpired(stored, now()) ? stored : undefined;
      });
    },

    /** Takes away what has expired. @returns whether there was something */
    cleanExpired(): boolean {
      return allowed(false, () => {
        const stored = readIn(places().persistent);
        if (!stored || !hasExpired(stored, now())) return false;
        clearIn(places().persistent);
        return true;
      });
    },

    /** @returns whether it is kept */
    write(session: { readonly token: string; readonly admin: SessionAdmin; readonly remember: boolean }): boolean {
      return allowed(false, () => {
        storage.clear();
        const place = session.remember ? places().persistent : places().tab;
        place.setItem(TOKEN_KEY, JSON.stringify({ token: session.token }));
        place.setItem(ADMIN_KEY, JSON.stringify(session.admin));
        if (session.remember) place.setItem(EXPIRY_KEY, String(now() + REMEMBERED_SESSION_LIFE_MS));
        return true;
      });
    },

    /** After a successful verify: the admin as he is now, and another 15 days for a remembered session. */
    refresh(token: string, admin: SessionAdmin): void {
      allowed(undefined, () => {
        const { persistent, tab } = places();
        for (const place of [tab, persistent]) {
          if (readToken(place) !== token) continue;
          place.setItem(ADMIN_KEY, JSON.stringify(admin));
          if (place === persistent) place.setItem(EXPIRY_KEY, String(now() + REMEMBERED_SESSION_LIFE_MS));
        }
      });
    },

    /** What has become of a token that was stored. */
    stateOf(token: string): 'stored' | 'expired' | 'vanished' | 'replaced' {
      return allowed<'stored' | 'expired' | 'vanished' | 'replaced'>('stored', () => {
        const stored = readAny();
        if (!stored) return 'vanished';
        if (stored.token !== token) return 'replaced';
        return hasExpired(stored, now()) ? 'expired' : 'stored';
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

export type SessionStorage = ReturnType<typeof createSessionStorage>;

function readIn(place: Storage): StoredSession | undefined {
  const token = readToken(place);
  if (token === undefined) return undefined;
  const expiry = place.getItem(EXPIRY_KEY);
  return {
    token,
    admin: readAdmin(place.getItem(ADMIN_KEY)),
    expiresAtMs: expiry === null ? undefined : Number(expiry),
  };
}

/** A remembered session whose end cannot be read counts as expired. */
function hasExpired({ expiresAtMs }: StoredSession, nowMs: number): boolean {
  return expiresAtMs !== undefined && !(expiresAtMs > nowMs);
}

function readToken(place: Storage): string | undefined {
  const token = readFields(place.getItem(TOKEN_KEY))?.['token'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

function readAdmin(text: string | null): SessionAdmin | undefined {
  const fields = readFields(text);
  if (!fields) return undefined;
  const { email, name } = fields;
  return {
    email: typeof email === 'string' ? email : undefined,
    name: typeof name === 'string' ? name : undefined,
  };
}

function readFields(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Private windows and some policies forbid storing; the session then lasts until the page is left. */
function allowed<Result>(otherwise: Result, work: () => Result): Result {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
