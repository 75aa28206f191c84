/**
 * What the shell needs to know about the session. `session-store.ts` (beside this file) implements it and exports it as
 * `sessionStore: SessionStore`.
 *
 * Who navigates: only the guards in `#app/guards.tsx`. After OTP success the store sets `admin` and is done: the guard of
 * /login leads to the wished path, else to `/`. After `signOut` the guard of a protected route leads to /login.
 *
 * The service worker (`#app/service-worker.ts`) posts `{ type: 'AUTH_EXPIRED', token?: string }` to every tab when a call
 * with `token` was answered 401; a tab with another session's token is not meant.
 */

/** The administrator that the server answered with; `email` may be missing on old records. */
export interface SessionAdmin {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Why a session ended. `user`: Sign Out was pressed (no wished path is remembered, no notice). Every other reason brings
 * the person back to the same page after signing in again.
 */
export type SignOutReason =
  'user' | 'expired' | 'vanished' | 'verify_failed' | 'unauthorized' | 'service_worker' | 'other_tab';

export interface SessionState {
  /** A check of the session is under way. */
  readonly loading: boolean;
  /** The first check has ended; before it the shell shows 'Initializing application...'. */
  readonly authChecked: boolean;
  /** Undefined: signed out. */
  readonly admin: SessionAdmin | undefined;
  /** Set when the session ended while the app was open. */
  readonly signedOutBy: SignOutReason | undefined;
}

/** What the server answered to the right code, and the wish of the person. */
export interface OpenedSession {
  readonly token: string;
  readonly admin: SessionAdmin;
  /** Stored for 15 days; else for this browser session only. */
  readonly remember: boolean;
}

export interface SessionStore {
  getToken(): string | undefined;
  /** Calls `listener` after each change of the state; gives the function that stops it. */
  subscribe(listener: () => void): () => void;
  /** The same object until something changes (it is read by `useSyncExternalStore`). */
  getState(): SessionState;
  /** Starts the first check and the watchers (60 s check, visibility, network, wake, focus, service worker). Once, from main.tsx. */
  start(): void;
  /** The right code was given: stores the session and signs the person in. */
  begin(opened: OpenedSession): void;
  /** Asks the server about the session now. Never rejects. */
  recheck(): Promise<void>;
  /** Days until the stored remembered session ends, or undefined when none is stored. */
  rememberedDays(): number | undefined;
  /** Clears the stored session; `user` also ends it at the server. Never rejects. */
  signOut(reason: SignOutReason): Promise<void>;
  /** The server answered 401 to a call that carried `token`; ignored when a newer session has begun since. */
  onUnauthorized(token: string): void;
}
