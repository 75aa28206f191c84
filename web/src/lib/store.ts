import { useSyncExternalStore } from 'react';

export interface Store<State> {
  readonly get: () => State;
  readonly set: (next: State) => void;
  /** @returns the function that unsubscribes */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A value outside React. `set` notifies all listeners. */
export function createStore<State>(state: State): Store<State> {
  const listeners = new Set<() => void>();
  let current = state;
  return {
    get: () => current,
    set(next) {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Re-renders when the selected part changes. `select` must return the same reference until then. */
export const useStore = <State, Part>(store: Store<State>, select: (state: State) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => select(store.get()));
