import type { AnyRoute } from '@muneem/contract/http';
import { createStore, useStore } from './store.ts';

const ages = createStore<ReadonlyMap<AnyRoute, number>>(new Map());

/** Stores how old the data of a route's newest answer was. */
export function setDataAge(route: AnyRoute, ageMs: number): void {
  if (ages.get().get(route) !== ageMs) ages.set(new Map(ages.get()).set(route, ageMs));
}

/** Returns the greatest age of the newest answers of these routes, in milliseconds. 0: all are current. */
export const useDataAge = (routes: readonly AnyRoute[]): number =>
  useStore(ages, (known) => Math.max(0, ...routes.map((route) => known.get(route) ?? 0)));
