import { seededRandom } from '@muneem/sandbox/payout-simulation';

export type Random = ReturnType<typeof createRandom>;

/** Random choices that a seed reproduces. */
export function createRandom(seed: number) {
  const next = seededRandom(seed);
  /** A whole number from 0 to `limit` - 1. */
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability: number): boolean => next() < probability,
    pick: <Item>(items: readonly Item[]): Item => {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[below(items.length)]!;
    },
  };
}
