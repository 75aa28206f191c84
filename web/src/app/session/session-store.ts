import { useSyncExternalStore } from 'react';
import { logout, verifySession } from '@muneem/contract/auth';
import { ApiError } from '@muneem/contract/http';
import { apiWithToken } from '#lib/api.ts';
import { createStore } from '#lib/store.ts';
import { storage } from './session-storage.ts';
import { watchSession } from './session-watchers.ts';
import type { OpenedSession, SessionState, SignOutReason } from './session.ts';

const DAY_MS = 86_400_000;
const SIGNED_OUT: SessionState = { loading: false, authChecked: true, admin: undefined, signedOutBy: undefined };

const state = createStore<SessionState>({ ...SIGNED_OUT, loading: true, authChecked: false });
let ownToken: string | undefined;
/** False if the browser forbids storage. A missing token then does not mean that another tab signed out. */
let isKept = true;
let checking: { readonly token: string; readonly over: Promise<void> } | undefined;

function end(reason: SignOutReason): void {
  ownToken = undefined;
  storage.clear();
  state.set({ ...SIGNED_OUT, signedOutBy: reason });
}

/** Verifies the session with the server. Only one check runs at a time. */
function check(): Promise<void> {
  const token = ownToken;
  if (token === undefined) return Promise.resolve();
  if (checking?.token === token) return checking.over;
  const over = ask(token).finally(() => {
    if (checking?.token === token) checking = undefined;
  });
  checking = { token, over };
  return over;
}

async function ask(asked: string): Promise<void> {
  state.set({ ...state.get(), loading: true });
  try {
    const { admin } = await apiWithToken(asked, verifySession, {});
    if (ownToken !== asked) return;
    storage.refresh(asked, admin);
    state.set({ ...SIGNED_OUT, admin });
  } catch (error) {
    if (ownToken !== asked) return;
    if (isAnswer(error)) return end('verify_failed');
    const admin = state.get().admin ?? storage.read()?.admin ?? {};
    state.set({ ...state.get(), loading: false, authChecked: true, admin });
  }
}

/** Statuses that mean that a server or a proxy cannot answer now. */
const BUSY = new Set([408, 429, 502, 503, 504]);

/** True if the server decided. A network error, a timeout and a busy server are no decision. */
const isAnswer = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.kind === 'format' || (error.kind === 'http' && !BUSY.has(error.status));

/** Loads the stored session: at start, and when another tab has signed in. */
async function adopt(): Promise<void> {
  const stored = storage.read();
  ownToken = stored?.token;
  isKept = true;
  if (stored) await check();
  else state.set({ ...SIGNED_OUT, signedOutBy: state.get().signedOutBy });
}

function followStored(whenGone?: SignOutReason): void {
  if (ownToken === undefined || !isKept) return;
  const found = storage.stateOf(ownToken);
  if (found === 'replaced') void adopt();
  else if (found !== 'stored') end(whenGone ?? found);
}

export const sessionStore = {
  getToken: (): string | undefined => ownToken,
  subscribe: state.subscribe,
  getState: state.get,
  /** Starts the first check and the watchers. Called once, from main.tsx. */
  start(): void {
    if (storage.cleanExpired()) state.set({ ...state.get(), signedOutBy: 'expired' });
    void adopt();
    watchSession({
      verify: () => void check(),
      checkStored: () => followStored(),
      onAuthExpired(expiredToken) {
        if (ownToken !== undefined && (expiredToken ?? ownToken) === ownToken) end('service_worker');
      },
      onStoredElsewhere() {
        if (ownToken === undefined) void adopt();
        else followStored('other_tab');
      },
    });
  },
  /** Stores the session and signs the user in. */
  begin(opened: OpenedSession): void {
    ownToken = opened.token;
    isKept = storage.write(opened);
    state.set({ ...SIGNED_OUT, admin: opened.admin });
  },
  /** Verifies the session with the server now. Never rejects. */
  recheck: check,
  /** Days until the stored remembered session expires. Undefined if none is stored. */
  rememberedDays(): number | undefined {
    const expiresAtMs = storage.read()?.expiresAtMs;
    return expiresAtMs === undefined ? undefined : Math.max(1, Math.ceil((expiresAtMs - Date.now()) / DAY_MS));
  },
  /** Clears the stored session and ends it on the server. Never rejects. */
  async signOut(): Promise<void> {
    const told = ownToken === undefined ? undefined : apiWithToken(ownToken, logout, {});
    end('user');
    try {
      await told;
    } catch (error) {
      // Signed out locally in any case. On the server the session expires later.
      console.info('The sign-out request to the server failed.', error);
    }
  },
  /** Handles a 401 response to a call that carried this token. Ignores it if a newer session has started. */
  onUnauthorized(refused: string): void {
    if (refused === ownToken) end('unauthorized');
  },
} as const;

export const useSession = (): SessionState => useSyncExternalStore(sessionStore.subscribe, sessionStore.getState);
