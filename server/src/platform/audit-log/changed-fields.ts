import { isDeepStrictEqual } from 'node:util';

type Facts = Readonly<Record<string, unknown>>;

/** Returns the fields that differ, before and after. */
export function changedFields(old: Facts, now: Facts): { before: Facts; after: Facts } {
  const changed = Object.keys(now).filter((key) => !isDeepStrictEqual(old[key], now[key]));
  const pick = (facts: Facts): Facts => Object.fromEntries(changed.map((key) => [key, facts[key]]));
  return { before: pick(old), after: pick(now) };
}
