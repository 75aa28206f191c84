import { useSyncExternalStore } from 'react';
import { sessionStore } from './session-store.ts';
import type { SessionState } from './session.ts';

/** Returns the current session and re-renders when it changes. */
export const useSession = (): SessionState => useSyncExternalStore(sessionStore.subscribe, sessionStore.getState);
