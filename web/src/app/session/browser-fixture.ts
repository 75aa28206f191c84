import { vi } from 'vitest';
import { createSessionStore } from './create-session-store.ts';
import type { SessionStore } from './session.ts';

export const ADMIN = { email: 'asha@example.com', name: 'Asha' };

export function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

export class FakeDocument extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
}

/** Waits for all promises that need no time. */
export const flushTimers = () => vi.advanceTimersByTimeAsync(0);

/** A minimal browser: its storage and its open tabs. */
export function createBrowser() {
  const persistent = memoryStorage();
  const verify = vi.fn<(token: string) => Promise<{ admin: typeof ADMIN }>>(() => Promise.resolve({ admin: ADMIN }));
  const logout = vi.fn<(token: string) => Promise<unknown>>(() => Promise.resolve());
  const openTab = (tab: Storage = memoryStorage()) => {
    const window = new EventTarget();
    const document = new FakeDocument();
    const serviceWorker = new EventTarget();
    const store: SessionStore = createSessionStore({
      verify,
      logout,
      storages: () => ({ persistent, tab }),
      surroundings: () => ({ window, document, serviceWorker }),
    });
    const post = (data: unknown) => serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
    return { store, window, document, tab, post };
  };
  /** Opens a signed-in tab. Its sign-in calls are not counted. */
  const signedIn = async (remember: boolean) => {
    const tab = openTab();
    tab.store.start();
    tab.store.begin({ token: 'token-1', admin: ADMIN, remember });
    await flushTimers();
    verify.mockClear();
    return tab;
  };
  return { persistent, verify, logout, openTab, signedIn };
}
