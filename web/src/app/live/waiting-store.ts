import type { Waiting } from '@muneem/contract/live';
import { useSyncExternalStore } from 'react';

let waiting: Waiting | undefined;
const listeners = new Set<() => void>();

export function setWaiting(now: Waiting | undefined): void {
  waiting = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What waits for a person; undefined until the server has said it. */
export const useWaiting = (): Waiting | undefined => useSyncExternalStore(subscribe, () => waiting);
