import type { Role } from '@muneem/contract/rights';

/**
 * The session as the shell sees it. `session-store.ts` implements it. Only the guards in `#app/guards.tsx` navigate.
 * After a 401 response the service worker posts `{ type: 'AUTH_EXPIRED', token?: string }` to every tab. A tab with
 * another token ignores it.
 */

/** The administrator in the server's response. Old records may have no `email` and no `role`. */
export interface SessionAdmin {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly role?: Role | undefined;
}

/**
 * Why a session ended. After `user` (Sign Out) no path is remembered and no notice is shown. After every other reason
 * the user returns to the same page on sign-in.
 */
export type SignOutReason =
  | 'user'
  | 'expired'
  | 'vanished'
  | 'verify_failed'
  | 'unauthorized'
  | 'service_worker'
  | 'other_tab';

export interface SessionState {
  /** True while a session check runs. */
  readonly loading: boolean;
  /** True after the first check. Before it the shell shows 'Initializing application...'. */
  readonly authChecked: boolean;
  /** Undefined when signed out. */
  readonly admin: SessionAdmin | undefined;
  /** Set when the session ended while the app was open. */
  readonly signedOutBy: SignOutReason | undefined;
}

/** The server's response to a correct code, with the user's Remember Me choice. */
export interface OpenedSession {
  readonly token: string;
  readonly admin: SessionAdmin;
  /** Stored for 15 days, else for this browser session only. */
  readonly remember: boolean;
}
