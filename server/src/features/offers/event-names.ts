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
  /** By names in small letters; only those that meant another event before. */
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
  const isPast = ({ until }: Use): boolean => until < Infinity;
  const removed = new Set(last.filter(isPast).map(({ key }) => key));
  const ofNow = [...last, ...earlier].filter(({ key }) => !removed.has(key));

  const named = firstOfEach(ofNow.map((use) => [use.name, use] as const));
  const meanings = firstOfEach([
    ...named,
    ...[...named].flatMap(([name, use]) => withAliases(name).map((alias) => [alias, use] as const)),
  ]);
  const keysByName = new Map([...meanings].map(([name, { key }]) => [name, key]));

  const pasts = [...last, ...earlier].filter(isPast);
  const keys = new Set(keysOfIds.values());
  const keysOfHeirs = heirsOf(keys, removed, pasts, { named, meanings });
  const inheritedKeys = Map.groupBy(keysOfHeirs.keys(), (key) => keysOfHeirs.get(key) as string);
  return { keysByName, keysOfHeirs, inheritedKeys, meantBefore: earlierMeanings(keys, pasts, meanings, keysOfHeirs) };
}

/** Not known, or not yet. */
const timeOf = (at: Date | null): number => at?.getTime() ?? Infinity;

/** The name was free, also of its aliases, when the event of now took it. */
const isFollowedBy = (past: Use, now: Use): boolean =>
  past.until <= now.since && withAliases(past.name).includes(now.name);

function heirsOf(
  keys: ReadonlySet<string>,
  removed: ReadonlySet<string>,
  pasts: readonly Use[],
  { named, meanings }: { readonly named: ReadonlyMap<string, Use>; readonly meanings: ReadonlyMap<string, Use> },
): Map<string, string> {
  const heirs = new Map<string, string | undefined>();
  for (const key of removed) {
    const uses = pasts.filter((use) => use.key === key);
    const heir =
      uses.map(({ name }) => named.get(name)).find((use) => use !== undefined) ??
      uses
        .map((use) => [use, meanings.get(use.name)] as const)
        .find(([use, now]) => now && isFollowedBy(use, now))?.[1];
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

/** Of another event that had the name itself, or one that means the same before that of now came. */
function earlierMeanings(
  keys: ReadonlySet<string>,
  pasts: readonly Use[],
  meanings: ReadonlyMap<string, Use>,
  keysOfHeirs: ReadonlyMap<string, string>,
): Map<string, EarlierMeanings> {
  if (pasts.length === 0) return new Map();
  const ends = new Map<string, number>();
  for (const { key, until } of pasts) ends.set(key, Math.max(until, ends.get(key) ?? 0));
  return new Map(
    [...meanings].flatMap(([name, now]) => {
      const others = new Map<string, number>();
      for (const past of pasts) {
        const isFollowed = isFollowedBy(past, now);
        if (!isFollowed && past.name !== name) continue;
        const until = isFollowed ? now.since : (ends.get(past.key) ?? past.until);
        for (const key of keys.has(past.name) ? [past.key] : [past.key, past.name])
          if (key !== now.key && keysOfHeirs.get(key) !== now.key)
            others.set(key, Math.max(until, others.get(key) ?? 0));
      }
      return others.size === 0 ? [] : [[name, others] as const];
    }),
  );
}

/** A map in which the first value of a name stays. */
const firstOfEach = <Value>(entries: readonly (readonly [string, Value])[]): Map<string, Value> =>
  new Map(entries.toReversed());
