import { REMEMBERED_SESSION_LIFE_MS } from '@muneem/contract/auth';
import { ROLES } from '@muneem/contract/rights';
import type { OpenedSession, SessionAdmin } from './session.ts';

/** The storage keys of the session. `adminAuthToken`, an object with a token field, comes from the specification. */
const TOKEN_KEY = 'adminAuthToken';
const ADMIN_KEY = 'adminAuthUser';
const EXPIRY_KEY = 'adminAuthExpiry';

interface StoredSession {
  readonly token: string;
  readonly admin: SessionAdmin | undefined;
  /** Remembered sessions only: the expiry, which each verify extends. */
  readonly expiresAtMs: number | undefined;
}

const readAny = (): StoredSession | undefined => readIn(sessionStorage) ?? readIn(localStorage);

/** Stores the session in the browser. Where storage is forbidden, no method throws and nothing is stored. */
export const storage = {
  read(): StoredSession | undefined {
    return allowed(undefined, () => {
      const stored = readAny();
      return stored && !hasExpired(stored) ? stored : undefined;
    });
  },

  /** Removes an expired session. @returns true if there was one */
  cleanExpired(): boolean {
    return allowed(false, () => {
      const stored = readIn(localStorage);
      if (!stored || !hasExpired(stored)) return false;
      clearIn(localStorage);
      return true;
    });
  },

  /** @returns true if the session was stored */
  write(session: OpenedSession): boolean {
    return allowed(false, () => {
      storage.clear();
      const target = session.remember ? localStorage : sessionStorage;
      target.setItem(TOKEN_KEY, JSON.stringify({ token: session.token }));
      target.setItem(ADMIN_KEY, JSON.stringify(session.admin));
      if (session.remember) target.setItem(EXPIRY_KEY, String(Date.now() + REMEMBERED_SESSION_LIFE_MS));
      return true;
    });
  },

  /** Called after a successful verify. Stores the current admin and extends a remembered session by 15 days. */
  refresh(token: string, admin: SessionAdmin): void {
    allowed(undefined, () => {
      for (const kept of [sessionStorage, localStorage]) {
        if (readToken(kept) !== token) continue;
        kept.setItem(ADMIN_KEY, JSON.stringify(admin));
        if (kept === localStorage) kept.setItem(EXPIRY_KEY, String(Date.now() + REMEMBERED_SESSION_LIFE_MS));
      }
    });
  },

  /** Returns the state of a token that was stored before. */
  stateOf(token: string): 'stored' | 'expired' | 'vanished' | 'replaced' {
    return allowed('stored', () => {
      const stored = readAny();
      if (!stored) return 'vanished';
      if (stored.token !== token) return 'replaced';
      return hasExpired(stored) ? 'expired' : 'stored';
    });
  },

  clear(): void {
    allowed(undefined, () => {
      clearIn(localStorage);
      clearIn(sessionStorage);
    });
  },
};

/** Private windows and some policies forbid storage. The session then ends with the page. */
function allowed<Result>(otherwise: Result, work: () => Result): Result {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

function clearIn(storage: Storage): void {
  for (const key of [TOKEN_KEY, ADMIN_KEY, EXPIRY_KEY]) storage.removeItem(key);
}

function readIn(storage: Storage): StoredSession | undefined {
  const token = readToken(storage);
  if (token === undefined) return undefined;
  const expiry = storage.getItem(EXPIRY_KEY);
  return {
    token,
    admin: readAdmin(storage.getItem(ADMIN_KEY)),
    expiresAtMs: expiry === null ? undefined : Number(expiry),
  };
}

/** A remembered session with an unreadable expiry counts as expired. */
function hasExpired({ expiresAtMs }: StoredSession): boolean {
  return expiresAtMs !== undefined && !(expiresAtMs > Date.now());
}

function readToken(storage: Storage): string | undefined {
  const token = readFields(storage.getItem(TOKEN_KEY))?.['token'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

function readAdmin(text: string | null): SessionAdmin | undefined {
  const fields = readFields(text);
  if (!fields) return undefined;
  const { email, name, role } = fields;
  return {
    email: typeof email === 'string' ? email : undefined,
    name: typeof name === 'string' ? name : undefined,
    role: ROLES.find((known) => known === role),
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
