import type { LiveMessage, PayoutsStopped, Waiting } from '@muneem/contract/live';
import { useSyncExternalStore } from 'react';

export type LiveState = Omit<LiveMessage, 'topics'>;

let state: LiveState | undefined;
const listeners = new Set<() => void>();

export function setLiveState(now: LiveState | undefined): void {
  state = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What waits for a person; undefined until the server has said it. */
export const useWaiting = (): Waiting | undefined => useSyncExternalStore(subscribe, () => state?.waiting);

/** Why no payment leaves; undefined while payments leave, and until the server has said it. */
export const usePayoutsStopped = (): PayoutsStopped | undefined =>
  useSyncExternalStore(subscribe, () => state?.payoutsStopped ?? undefined);
