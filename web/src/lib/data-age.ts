import type { AnyRoute } from '@muneem/contract/http';
import { useSyncExternalStore } from 'react';

const ages = new Map<AnyRoute, number>();
const listeners = new Set<() => void>();

/** Stores how old the data of a route's newest answer was. */
export function setDataAge(route: AnyRoute, ageMs: number): void {
  if (ages.get(route) === ageMs) return;
  ages.set(route, ageMs);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the greatest age of the newest answers of these routes, in milliseconds. 0: all are current. */
export const useDataAge = (routes: readonly AnyRoute[]): number =>
  useSyncExternalStore(subscribe, () => Math.max(0, ...routes.map((route) => ages.get(route) ?? 0)));
