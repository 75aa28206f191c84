import { logout, verifySession } from '@muneem/contract/auth';
import { apiWithToken } from '#lib/api.ts';
import { createSessionStore } from './create-session-store.ts';
import { browserPlaces } from './read-session.ts';
import type { SessionStore } from './session.ts';

export const sessionStore: SessionStore = createSessionStore({
  verify: (token) => apiWithToken(token, verifySession, {}),
  logout: (token) => apiWithToken(token, logout, {}),
  places: browserPlaces,
  surroundings: () => ({
    window,
    document,
    serviceWorker: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
  }),
});
