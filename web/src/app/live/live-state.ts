import type { LiveMessage, PayoutsStopped, Waiting } from '@muneem/contract/live';
import { createStore, useStore } from '#lib/store.ts';

const state = createStore<Omit<LiveMessage, 'topics' | 'systemName'> | undefined>(undefined);
export const setLiveState = state.set;

/** The counts of records that wait for a decision. Undefined until the server has sent them. */
export const useWaiting = (): Waiting | undefined => useStore(state, (live) => live?.waiting);

/** The time at which the data of an unconfirmed restored copy ends. Undefined on any other server. */
export const useRestoredTo = (): string | undefined => useStore(state, (live) => live?.restoredTo ?? undefined);

/** The reason why payouts are stopped. Undefined while payouts run and until the server has sent the state. */
export const usePayoutsStopped = (): PayoutsStopped | undefined =>
  useStore(state, (live) => live?.payoutsStopped ?? undefined);
