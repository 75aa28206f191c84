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

/** What a name meant before: keys, and until when in milliseconds; `Infinity` where nobody knows. */
export type EarlierMeanings = ReadonlyMap<string, number>;

export interface EventNames {
  /** By names in small letters: the key of the event that a sender means. */
  readonly keysByName: ReadonlyMap<string, string>;
  /** By keys that no event of now has: the key of the event for which they count. */
  readonly keysOfHeirs: ReadonlyMap<string, string>;
  /** The same by the keys of events: those that count for them besides their own. */
  readonly inheritedKeys: ReadonlyMap<string, readonly string[]>;
  /** By names in small letters; only those that meant another event before, which may still be there. */
  readonly meantBefore: ReadonlyMap<string, EarlierMeanings>;
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
  return { keysByName, keysOfHeirs, inheritedKeys, meantBefore: earlierMeanings(keys, uses, meanings, keysOfHeirs) };
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

/** Of each name that means an event now: which others it meant at any time, and until when. */
function earlierMeanings(
  keys: ReadonlySet<string>,
  uses: readonly Use[],
  meanings: ReadonlyMap<string, Use>,
  keysOfHeirs: ReadonlyMap<string, string>,
): Map<string, EarlierMeanings> {
  const earlier = new Map<string, EarlierMeanings>();
  for (const [name, now] of meanings) {
    const others = new Map<string, number>();
    const near = new Set(uses.filter((use) => withAliases(name).includes(use.name)).map(({ key }) => key));
    const known = uses.filter(({ key }) => near.has(key));
    const ends = new Set([...known.flatMap(({ since, until }) => [since, until]), Infinity]);
    for (const end of ends) {
      const use = meantUntil(end, name, known);
      if (use === undefined || use.key === now.key) continue;
      for (const key of keys.has(use.name) ? [use.key] : [use.key, use.name])
        if (keysOfHeirs.get(key) !== now.key) others.set(key, Math.max(end, others.get(key) ?? -Infinity));
    }
    if (others.size > 0) earlier.set(name, others);
  }
  return earlier;
}

/** What a name meant just before a time, by the rule of now: who had it, else who had had it last, else an alias. */
function meantUntil(end: number, name: string, uses: readonly Use[]): Use | undefined {
  const there = uses.filter((use) => startOf(use) < end && end <= use.until);
  const had = uses.filter((use) => use.until < end && there.some(({ key }) => key === use.key));
  const found = [...there, ...had.toSorted((a, b) => b.until - a.until)];
  return found.find((use) => use.name === name) ?? found.find((use) => withAliases(name).includes(use.name));
}

/** A map in which the first value of a name stays. */
const firstOfEach = <Value>(entries: readonly (readonly [string, Value])[]): Map<string, Value> =>
  new Map(entries.toReversed());
