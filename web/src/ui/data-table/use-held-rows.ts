import { useState } from 'react';

interface Held<Row> {
  readonly rows: readonly Row[];
  /** How many rows of the newest answer stand above them. */
  readonly newCount: number;
}

/**
 * The rows that were shown, as the newest answer has them. Those that new ones pushed off the end of the page stay; others
 * that are missing are gone, and what follows them moves up.
 */
export function keepRows<Row>(shown: readonly Row[], fresh: readonly Row[], idOf: (row: Row) => string): Held<Row> {
  if (fresh.length === 0 || shown.length === 0) return { rows: fresh, newCount: 0 };
  const ids = new Set(shown.map(idOf));
  const newCount = fresh.findIndex((row) => ids.has(idOf(row)));
  if (newCount === -1) return { rows: shown, newCount: fresh.length };
  const last = idOf(fresh.at(-1)!);
  const lastAt = shown.findIndex((row) => idOf(row) === last);
  const pushedOff = lastAt === -1 ? [] : shown.slice(lastAt + 1).slice(0, newCount);
  return { rows: [...fresh.slice(newCount), ...pushedOff], newCount };
}

const isSame = <Row>(before: readonly Row[], now: readonly Row[]): boolean =>
  before === now || (before.length === now.length && before.every((row, at) => row === now[at]));

interface HeldOptions {
  readonly listKey: string;
  readonly isFresh: boolean;
  /** Rows leave the list when they are decided: when none of those shown is left, the new ones are shown. */
  readonly rowsLeave?: boolean;
}

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
  { listKey, isFresh, rowsLeave = false }: HeldOptions,
): HeldRows<Row> {
  const [held, setHeld] = useState<Held<Row> & { readonly listKey: string; readonly answer: readonly Row[] }>();
  const showNow = () => rows && setHeld({ listKey, answer: rows, rows, newCount: 0 });
  if (rows !== undefined && isFresh) {
    if (held?.listKey !== listKey) showNow();
    else if (!isSame(held.answer, rows)) {
      const kept = keepRows(held.rows, rows, idOf);
      const isAnotherPage = rowsLeave && kept.newCount === rows.length;
      setHeld({ listKey, answer: rows, ...(isAnotherPage ? { rows, newCount: 0 } : kept) });
    }
  }
  const isHeld = rows !== undefined && held?.listKey === listKey;
  return { rows: isHeld ? held.rows : rows, newCount: isHeld ? held.newCount : 0, show: () => setHeld(undefined) };
}
