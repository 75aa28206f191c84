import type { SessionAdmin } from './session.ts';

/** The storage keys of the session. `adminAuthToken`, an object with a token field, comes from the specification. */
export const TOKEN_KEY = 'adminAuthToken';
export const ADMIN_KEY = 'adminAuthUser';
export const EXPIRY_KEY = 'adminAuthExpiry';

export interface StoredSession {
  readonly token: string;
  readonly admin: SessionAdmin | undefined;
  /** Remembered sessions only: the expiry, which each verify extends. */
  readonly expiresAtMs: number | undefined;
}

/** `persistent`: kept for 15 days (localStorage). `tab`: ends with the browser session (sessionStorage). */
export interface SessionPlaces {
  readonly persistent: Storage;
  readonly tab: Storage;
}

/** The storage of this browser. Reading it throws where storage is forbidden. */
export const browserPlaces = (): SessionPlaces => ({ persistent: localStorage, tab: sessionStorage });

/** Returns the stored session, even if it has expired. @throws where storage is forbidden */
export const readSession = ({ persistent, tab }: SessionPlaces): StoredSession | undefined =>
  readIn(tab) ?? readIn(persistent);

export function readIn(place: Storage): StoredSession | undefined {
  const token = readToken(place);
  if (token === undefined) return undefined;
  const expiry = place.getItem(EXPIRY_KEY);
  return {
    token,
    admin: readAdmin(place.getItem(ADMIN_KEY)),
    expiresAtMs: expiry === null ? undefined : Number(expiry),
  };
}

/** A remembered session with an unreadable expiry counts as expired. */
export function hasExpired({ expiresAtMs }: StoredSession): boolean {
  return expiresAtMs !== undefined && !(expiresAtMs > Date.now());
}

export function readToken(place: Storage): string | undefined {
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
