import { ApiError } from '@muneem/contract/http';
import { createStore, type Store } from '#lib/store.ts';
import { createSessionStorage, type SessionStorages } from './session-storage.ts';
import { watchSession, type Surroundings } from './session-watchers.ts';
import type { OpenedSession, SessionAdmin, SessionState, SessionStore, SignOutReason } from './session.ts';

export interface SessionStoreOptions {
  readonly verify: (token: string) => Promise<{ readonly admin: SessionAdmin }>;
  readonly logout: (token: string) => Promise<unknown>;
  readonly storages: () => SessionStorages;
  readonly surroundings: () => Surroundings;
}

const DAY_MS = 86_400_000;
const SIGNED_OUT: SessionState = { loading: false, authChecked: true, admin: undefined, signedOutBy: undefined };

export function createSessionStore({ verify, logout, storages, surroundings }: SessionStoreOptions): SessionStore {
  const storage = createSessionStorage(storages);
  const state = createStore<SessionState>({ ...SIGNED_OUT, loading: true, authChecked: false });
  const own: Own = { token: undefined, kept: true };

  const end = (reason: SignOutReason): void => {
    own.token = undefined;
    storage.clear();
    state.set({ ...SIGNED_OUT, signedOutBy: reason });
  };
  const check = createCheck({ own, verify, storage, state, end });

  /** Loads the stored session: at start, and when another tab has signed in. */
  const adopt = async (): Promise<void> => {
    const stored = storage.read();
    own.token = stored?.token;
    own.kept = true;
    if (stored) await check();
    else state.set({ ...SIGNED_OUT, signedOutBy: state.get().signedOutBy });
  };

  const followStored = (whenGone?: SignOutReason): void => {
    if (own.token === undefined || !own.kept) return;
    const found = storage.stateOf(own.token);
    if (found === 'replaced') void adopt();
    else if (found !== 'stored') end(whenGone ?? found);
  };

  return {
    getToken: () => own.token,
    subscribe: state.subscribe,
    getState: state.get,
    start() {
      const expired = storage.cleanExpired();
      if (expired) state.set({ ...state.get(), signedOutBy: 'expired' });
      void adopt();
      watchSession(surroundings(), {
        verify: () => void check(),
        checkStored: () => followStored(),
        onAuthExpired(expiredToken) {
          if (own.token !== undefined && (expiredToken ?? own.token) === own.token) end('service_worker');
        },
        onStoredElsewhere() {
          if (own.token === undefined) void adopt();
          else followStored('other_tab');
        },
      });
    },
    begin(opened: OpenedSession) {
      own.token = opened.token;
      own.kept = storage.write(opened);
      state.set({ ...SIGNED_OUT, admin: opened.admin });
    },
    recheck: check,
    rememberedDays() {
      const expiresAtMs = storage.read()?.expiresAtMs;
      return expiresAtMs === undefined ? undefined : Math.max(1, Math.ceil((expiresAtMs - Date.now()) / DAY_MS));
    },
    async signOut() {
      const told = own.token === undefined ? undefined : logout(own.token);
      end('user');
      try {
        await told;
      } catch (error) {
        // Signed out locally in any case. On the server the session expires later.
        console.info('The sign-out request to the server failed.', error);
      }
    },
    onUnauthorized(refused) {
      if (refused === own.token) end('unauthorized');
    },
  };
}

interface Own {
  token: string | undefined;
  /** False if the browser forbids storage. A missing token then does not mean that another tab signed out. */
  kept: boolean;
}

interface CheckParts extends Pick<SessionStoreOptions, 'verify'> {
  readonly own: Readonly<Own>;
  readonly storage: ReturnType<typeof createSessionStorage>;
  readonly state: Store<SessionState>;
  readonly end: (reason: SignOutReason) => void;
}

/** Verifies the session with the server. Only one check runs at a time. */
function createCheck({ own, verify, storage, state, end }: CheckParts): () => Promise<void> {
  let checking: { readonly token: string; readonly over: Promise<void> } | undefined;
  const ask = async (asked: string): Promise<void> => {
    state.set({ ...state.get(), loading: true });
    try {
      const { admin } = await verify(asked);
      if (own.token !== asked) return;
      storage.refresh(asked, admin);
      state.set({ ...SIGNED_OUT, admin });
    } catch (error) {
      if (own.token !== asked) return;
      if (isAnswer(error)) return end('verify_failed');
      const admin = state.get().admin ?? storage.read()?.admin ?? {};
      state.set({ ...state.get(), loading: false, authChecked: true, admin });
    }
  };
  return () => {
    const { token } = own;
    if (token === undefined) return Promise.resolve();
    if (checking?.token === token) return checking.over;
    const over = ask(token).finally(() => {
      if (checking?.token === token) checking = undefined;
    });
    checking = { token, over };
    return over;
  };
}

/** Statuses that mean that a server or a proxy cannot answer now. */
const BUSY = new Set([408, 429, 502, 503, 504]);

/** True if the server decided. A network error, a timeout and a busy server are no decision. */
const isAnswer = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.kind === 'format' || (error.kind === 'http' && !BUSY.has(error.status));
