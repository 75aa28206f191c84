import { useState } from 'react';

/** How many rows stand above the one that was the first when the list was opened; 0 when that one is gone. */
export const newAbove = (ids: readonly string[], top: string | undefined): number =>
  top === undefined ? 0 : Math.max(0, ids.indexOf(top));

interface HeldRows<Row> {
  readonly rows: readonly Row[] | undefined;
  /** Rows that came in since and are not shown yet. */
  readonly newCount: number;
  readonly show: () => void;
}

/**
 * A list, newest first, that is asked for again and again: known rows change where they stand, new ones wait until
 * somebody wants them, so that nothing moves under the cursor. `listKey` changes with filters and page. What is left from
 * an earlier visit counts for nothing: `isFresh` is false until the first answer of this one.
 */
export function useHeldRows<Row>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
  { listKey, isFresh }: { readonly listKey: string; readonly isFresh: boolean },
): HeldRows<Row> {
  const [held, setHeld] = useState<{ readonly listKey: string; readonly top: string }>();
  const ids = rows?.map(idOf) ?? [];
  const [first] = ids;
  const isKnown = held?.listKey === listKey && ids.includes(held.top);
  if (isFresh && first !== undefined && !isKnown) setHeld({ listKey, top: first });
  const newCount = isKnown ? newAbove(ids, held.top) : 0;
  return {
    rows: newCount === 0 ? rows : rows?.slice(newCount),
    newCount,
    show: () => first !== undefined && setHeld({ listKey, top: first }),
  };
}
