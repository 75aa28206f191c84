import { ApiError } from '@muneem/contract/http';
import type { SessionPlaces } from './read-session.ts';
import { createSessionStorage } from './session-storage.ts';
import { watchSession, type Surroundings } from './session-watchers.ts';
import type { OpenedSession, SessionAdmin, SessionState, SessionStore, SignOutReason } from './session.ts';

export interface SessionStoreOptions {
  readonly verify: (token: string) => Promise<{ readonly admin: SessionAdmin }>;
  readonly logout: (token: string) => Promise<unknown>;
  readonly places: () => SessionPlaces;
  readonly surroundings: () => Surroundings;
  readonly now: () => number;
}

const DAY_MS = 86_400_000;
const NOBODY: SessionState = { loading: false, authChecked: true, admin: undefined, signedOutBy: undefined };

export function createSessionStore({ verify, logout, places, surroundings, now }: SessionStoreOptions): SessionStore {
  const storage = createSessionStorage(places, now);
  const listeners = new Set<() => void>();
  let state: SessionState = { loading: true, authChecked: false, admin: undefined, signedOutBy: undefined };
  let token: string | undefined;
  /** False where the browser forbids storing: then a token cannot vanish. */
  let kept = true;
  let checking: { readonly token: string; readonly over: Promise<void> } | undefined;

  const set = (next: SessionState): void => {
    const keys = Object.keys(next) as (keyof SessionState)[];
    if (keys.every((key) => next[key] === state[key])) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const end = (reason: SignOutReason): void => {
    token = undefined;
    storage.clear();
    set({ ...NOBODY, signedOutBy: reason });
  };

  /** Asks the server about the session, once at a time. */
  const check = (): Promise<void> => {
    if (token === undefined) return Promise.resolve();
    if (checking?.token === token) return checking.over;
    const asked = token;
    const over = ask(asked).finally(() => {
      if (checking?.token === asked) checking = undefined;
    });
    checking = { token: asked, over };
    return over;
  };

  const ask = async (asked: string): Promise<void> => {
    set({ ...state, loading: true });
    try {
      const { admin } = await verify(asked);
      if (token !== asked) return;
      storage.refresh(asked, admin);
      const same = state.admin?.email === admin.email && state.admin?.name === admin.name;
      set({ loading: false, authChecked: true, admin: same ? state.admin : admin, signedOutBy: undefined });
    } catch (error) {
      if (token !== asked) return;
      if (isAnswer(error)) end('verify_failed');
      else set({ ...state, loading: false, authChecked: true, admin: state.admin ?? storage.read()?.admin ?? {} });
    }
  };

  /** Takes over what is stored: on start, and when another tab has signed in. */
  const adopt = async (): Promise<void> => {
    const stored = storage.read();
    token = stored?.token;
    kept = true;
    if (stored) await check();
    else set({ ...NOBODY, signedOutBy: state.signedOutBy });
  };

  const checkStored = (): void => {
    if (token === undefined || !kept) return;
    const found = storage.stateOf(token);
    if (found === 'replaced') void adopt();
    else if (found !== 'stored') end(found);
  };

  return {
    getToken: () => token,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getState: () => state,
    start() {
      const expired = storage.cleanExpired();
      if (expired) set({ ...state, signedOutBy: 'expired' });
      void adopt();
      watchSession(surroundings(), {
        verify: () => void check(),
        checkStored,
        onAuthExpired(expiredToken) {
          if (token !== undefined && (expiredToken ?? token) === token) end('service_worker');
        },
        onStoredElsewhere() {
          if (token === undefined) return void adopt();
          if (!kept) return;
          const found = storage.stateOf(token);
          if (found === 'replaced') void adopt();
          else if (found !== 'stored') end('other_tab');
        },
      });
    },
    begin(opened: OpenedSession) {
      token = opened.token;
      kept = storage.write(opened);
      set({ ...NOBODY, admin: opened.admin });
    },
    recheck: check,
    rememberedDays() {
      const expiresAtMs = storage.read()?.expiresAtMs;
      return expiresAtMs === undefined ? undefined : Math.max(1, Math.ceil((expiresAtMs - now()) / DAY_MS));
    },
    async signOut(reason) {
      const told = reason === 'user' && token !== undefined ? logout(token) : undefined;
      end(reason);
      try {
        await told;
      } catch (error) {
        // Signed out here in any case; at the server the session ends by its age.
        console.info('The server could not be told of the sign-out.', error);
      }
    },
    onUnauthorized(refused) {
      if (refused === token) end('unauthorized');
    },
  };
}

/** Statuses by which a server or a proxy says that it cannot answer now. */
const BUSY = new Set([408, 429, 502, 503, 504]);

/** True when the server has answered the question; no network, a time-out and a busy server are no answers. */
const isAnswer = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.kind === 'format' || (error.kind === 'http' && !BUSY.has(error.status));
