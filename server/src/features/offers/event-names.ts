import { withAliases } from '@muneem/contract/conversions';

/** An event as it is stored, with the name that it has, or had when it was removed, in small letters. */
export interface StoredEvent {
  readonly id: number;
  readonly key: string;
  readonly name_key: string;
  readonly removed: boolean;
}

/** A name in small letters that an event had before. */
export interface FormerName {
  readonly event_id: number;
  readonly name_key: string;
}

export interface EventNames {
  /** By names in small letters: the key of the event that a sender means. */
  readonly keysByName: ReadonlyMap<string, string>;
  /** By keys that no event of now has: the key of the event for which they count. */
  readonly keysOfHeirs: ReadonlyMap<string, string>;
}

/**
 * All that an offer's events are found by. A name means the event that has it, else the one that had it last, else one of
 * a name that means the same. What a removed event was paid for is not paid again: its key counts for the event that its
 * names mean now. `formerNames`: the last used first.
 */
export function readEventNames(stored: readonly StoredEvent[], formerNames: readonly FormerName[]): EventNames {
  const current = stored.filter(({ removed }) => !removed);
  const keysOfIds = new Map(current.map(({ id, key }) => [id, key]));
  const former = formerNames.flatMap(({ event_id: id, name_key: name }) => {
    const key = keysOfIds.get(id);
    return key === undefined ? [] : [[name, key] as const];
  });
  const names = firstOfEach([...current.map(({ name_key, key }) => [name_key, key] as const), ...former]);
  const keysByName = firstOfEach([
    ...names,
    ...[...names].flatMap(([name, key]) => withAliases(name).map((alias) => [alias, key] as const)),
  ]);

  const heirs = stored.flatMap(({ id, key, name_key, removed }) => {
    if (!removed) return [];
    const had = formerNames.filter(({ event_id }) => event_id === id).map((row) => row.name_key);
    const heir = [name_key, ...had, key].map((name) => keysByName.get(name)).find((found) => found !== undefined);
    return heir === undefined ? [] : [[key, heir] as const];
  });
  // Before keys were kept (migration 0310) a renamed event was paid under its former name, which may be nobody's key now.
  const keys = new Set(stored.map(({ key }) => key));
  const keysOfHeirs = firstOfEach([...heirs, ...[...former, ...keysByName].filter(([name]) => !keys.has(name))]);
  return { keysByName, keysOfHeirs };
}

/** A map in which the first value of a name stays. */
const firstOfEach = (entries: readonly (readonly [string, string])[]): Map<string, string> =>
  new Map(entries.toReversed());
