import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields that differ, before and after. */
export function changedFields(old: Fields, now: Fields): { before: Fields; after: Fields } {
  const changed = Object.keys(now).filter((key) => !isDeepStrictEqual(old[key], now[key]));
  const pick = (fields: Fields): Fields => Object.fromEntries(changed.map((key) => [key, fields[key]]));
  return { before: pick(old), after: pick(now) };
}
