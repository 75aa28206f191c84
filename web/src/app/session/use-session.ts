import { useSyncExternalStore } from 'react';
import { sessionStore } from './session-store.ts';
import type { SessionState } from './session.ts';

/** The session as it is now; draws again when it changes. */
export const useSession = (): SessionState => useSyncExternalStore(sessionStore.subscribe, sessionStore.getState);
