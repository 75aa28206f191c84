import { useSyncExternalStore } from 'react';
import { logout, verifySession } from '@muneem/contract/auth';
import { apiWithToken } from '#lib/api.ts';
import { createSessionStore } from './create-session-store.ts';
import type { SessionState, SessionStore } from './session.ts';

export const sessionStore: SessionStore = createSessionStore({
  verify: (token) => apiWithToken(token, verifySession, {}),
  logout: (token) => apiWithToken(token, logout, {}),
  // Reading it throws where storage is forbidden.
  storages: () => ({ persistent: localStorage, tab: sessionStorage }),
  surroundings: () => ({
    window,
    document,
    serviceWorker: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
  }),
});

export const useSession = (): SessionState => useSyncExternalStore(sessionStore.subscribe, sessionStore.getState);
