import { withAliases } from '@muneem/contract/conversions';

/** An event as it is stored, with the name that it has, or had when it was removed, in small letters. */
export interface StoredEvent {
  readonly id: number;
  readonly key: string;
  readonly name_key: string;
  /** Since when it has that name; null: not known. */
  readonly named_at: Date | null;
  /** Null: it is one of now. */
  readonly removed_at: Date | null;
}

/** A name in small letters that an event had before. */
export interface FormerName {
  readonly event_id: number;
  readonly name_key: string;
  readonly named_at: Date | null;
  readonly last_used_at: Date;
}

/** A key that a name meant, from `since` until `until`, in milliseconds; `Infinity`: it does now, or nobody knows. */
export interface Meaning {
  readonly key: string;
  readonly since: number;
  readonly until: number;
}

export interface EventNames {
  /** By names in small letters: the key of the event that a sender means. */
  readonly keysByName: ReadonlyMap<string, string>;
  /** By keys that no event of now has: the key of the event for which they count. */
  readonly keysOfHeirs: ReadonlyMap<string, string>;
  /** The same by the keys of events: those that count for them besides their own. */
  readonly inheritedKeys: ReadonlyMap<string, readonly string[]>;
  /** By names in small letters: all that they meant in the course of time; only those that came near more than one event. */
  readonly meanings: ReadonlyMap<string, readonly Meaning[]>;
}

/** A time in which an event, here its key, had a name. */
interface Use {
  readonly name: string;
  readonly key: string;
  /** `Infinity`, as if it had only just begun, where nobody knows: then what was paid is rather not paid again. */
  readonly since: number;
  /** `Infinity`: it has it now. */
  readonly until: number;
}

/**
 * All that an offer's events are found by. A name means the event that has it, else the one that had it last, else one of
 * a name that means the same. What a removed event was paid for is not paid again: its key counts for the event that its
 * names mean now; but of two that existed at the same time one is not the other because their names mean the same.
 * `formerNames`: the last used first.
 */
export function readEventNames(stored: readonly StoredEvent[], formerNames: readonly FormerName[]): EventNames {
  const keysOfIds = new Map(stored.map(({ id, key }) => [id, key]));
  const last = stored.map((event): Use => {
    return { name: event.name_key, key: event.key, since: timeOf(event.named_at), until: timeOf(event.removed_at) };
  });
  const earlier = formerNames.flatMap(({ event_id: id, name_key: name, named_at, last_used_at }): Use[] => {
    const key = keysOfIds.get(id);
    return key === undefined ? [] : [{ name, key, since: timeOf(named_at), until: last_used_at.getTime() }];
  });
  const removed = new Set(last.filter(isPast).map(({ key }) => key));
  const ofNow = [...last, ...earlier].filter(({ key }) => !removed.has(key));

  const named = firstOfEach(ofNow.map((use) => [use.name, use] as const));
  const meanings = firstOfEach([
    ...named,
    ...[...named].flatMap(([name, use]) => withAliases(name).map((alias) => [alias, use] as const)),
  ]);
  const keysByName = new Map([...meanings].map(([name, { key }]) => [name, key]));

  const uses = [...last, ...earlier];
  const keys = new Set(keysOfIds.values());
  const keysOfHeirs = heirsOf(keys, removed, uses, { named, meanings });
  const inheritedKeys = Map.groupBy(keysOfHeirs.keys(), (key) => keysOfHeirs.get(key) as string);
  return {
    keysByName,
    keysOfHeirs,
    inheritedKeys,
    meanings: meaningsInTime(keysByName.keys(), keys, uses, keysOfHeirs),
  };
}

/** Not known, or not yet. */
const timeOf = (at: Date | null): number => at?.getTime() ?? Infinity;

/** A time in which it was used is over. */
const isPast = ({ until }: Use): boolean => until < Infinity;

const meansSame = (one: Use, other: Use): boolean => withAliases(one.name).includes(other.name);

/** No name that means the same was another's at the same time: not of the event of now, whatever it was called in between. */
const isFollowedBy = (past: Use, now: Use, uses: readonly Use[]): boolean =>
  meansSame(past, now) &&
  !uses.some(
    (use) =>
      use.key === now.key &&
      meansSame(past, use) &&
      uses.some(
        (own) => own.key === past.key && meansSame(past, own) && startOf(own) < use.until && use.since < own.until,
      ),
  );

/** Of a time that is over nobody may know when it began. */
const startOf = (use: Use): number => (isPast(use) && use.since === Infinity ? -Infinity : use.since);

function heirsOf(
  keys: ReadonlySet<string>,
  removed: ReadonlySet<string>,
  uses: readonly Use[],
  { named, meanings }: { readonly named: ReadonlyMap<string, Use>; readonly meanings: ReadonlyMap<string, Use> },
): Map<string, string> {
  const pasts = uses.filter(isPast);
  const heirs = new Map<string, string | undefined>();
  for (const key of removed) {
    const own = pasts.filter((use) => use.key === key);
    const heir =
      own.map(({ name }) => named.get(name)).find((use) => use !== undefined) ??
      own
        .map((use) => [use, meanings.get(use.name)] as const)
        .find(([use, now]) => now && isFollowedBy(use, now, uses))?.[1];
    heirs.set(key, heir?.key);
  }
  // Before keys were kept (migration 0310) a renamed event was paid under its former name, which may be nobody's key now.
  const owners = firstOfEach([
    ...pasts.filter(({ key }) => !removed.has(key)).map(({ name, key }) => [name, key] as const),
    ...pasts.filter(({ key }) => removed.has(key)).map(({ name, key }) => [name, heirs.get(key)] as const),
    ...[...meanings].map(([name, { key }]) => [name, key] as const),
  ]);
  const lost = [...owners].filter(([name]) => !keys.has(name));
  return new Map([...heirs, ...lost].filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Of each of these names what it meant in the course of time, where more than one event had it or one that means the same. */
function meaningsInTime(
  names: Iterable<string>,
  keys: ReadonlySet<string>,
  uses: readonly Use[],
  keysOfHeirs: ReadonlyMap<string, string>,
): Map<string, readonly Meaning[]> {
  // Before keys were kept (migration 0310) an event was paid under its name of then, which may be nobody's key now.
  const isFormerKey = ({ name, key }: Use): boolean => !keys.has(name) && keysOfHeirs.get(name) === key;
  const formerKeys = Map.groupBy(
    uses.filter((use) => isPast(use) && isFormerKey(use)),
    ({ key }) => key,
  );
  const keysOf = (key: string): Set<string> => new Set([key, ...(formerKeys.get(key) ?? []).map(({ name }) => name)]);
  const meanings = new Map<string, readonly Meaning[]>();
  for (const name of names) {
    const near = new Set(uses.filter((use) => withAliases(name).includes(use.name)).map(({ key }) => key));
    if (near.size < 2) continue;
    const known = uses.filter(({ key }) => near.has(key));
    const ends = new Set([...known.flatMap(({ since, until }) => [since, until]), Infinity]);
    let since = -Infinity;
    const meant: Meaning[] = [];
    for (const until of [...ends].toSorted((one, other) => (one < other ? -1 : 1))) {
      const use = meantUntil(until, name, known);
      if (use) for (const key of keysOf(use.key)) meant.push({ key, since, until });
      since = until;
    }
    meanings.set(name, meant);
  }
  return meanings;
}

/**
 * What a name meant just before a time, by the rule of now: who had it, else who had had it last, else an alias. Of several who
 * had it, since nobody knows from when, the one who gave it up first.
 */
function meantUntil(end: number, name: string, uses: readonly Use[]): Use | undefined {
  const there = uses.filter((use) => startOf(use) < end && end <= use.until);
  const had = uses.filter((use) => use.until < end && there.some(({ key }) => key === use.key));
  const found = [
    ...there.toSorted((one, other) => (one.until < other.until ? -1 : 1)),
    ...had.toSorted((one, other) => other.until - one.until),
  ];
  return found.find((use) => use.name === name) ?? found.find((use) => withAliases(name).includes(use.name));
}

/** A map in which the first value of a name stays. */
const firstOfEach = <Value>(entries: readonly (readonly [string, Value])[]): Map<string, Value> =>
  new Map(entries.toReversed());
