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

/** The counts of records that wait for a decision. Undefined until the server has sent them. */
export const useWaiting = (): Waiting | undefined => useSyncExternalStore(subscribe, () => state?.waiting);

/** The time at which the data of an unconfirmed restored copy ends. Undefined on any other server. */
export const useRestoredTo = (): string | undefined =>
  useSyncExternalStore(subscribe, () => state?.restoredTo ?? undefined);

/** The reason why payouts are stopped. Undefined while payouts run and until the server has sent the state. */
export const usePayoutsStopped = (): PayoutsStopped | undefined =>
  useSyncExternalStore(subscribe, () => state?.payoutsStopped ?? undefined);
