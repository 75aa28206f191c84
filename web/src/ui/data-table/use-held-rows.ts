import { useState } from 'react';

interface KeepOptions {
  /** Decided rows leave the list: a missing row has left and was not pushed off the page by new rows. */
  readonly rowsLeave?: boolean;
  /** The user appends older rows: they do not count as new. */
  readonly grows?: boolean;
}

interface Held<Row> {
  readonly rows: readonly Row[];
  /** Rows of the latest response that are not shown yet. */
  readonly newCount: number;
}

/**
 * Keeps the shown rows in place and updates their values. New rows wait. When a row disappears, the rows below move up
 * and the page is filled from its end.
 */
export function keepRows<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  idOf: (row: Row) => string,
  { rowsLeave = false, grows = false }: KeepOptions = {},
): Held<Row> {
  if (fresh.length === 0 || shown.length === 0) return { rows: fresh, newCount: 0 };
  const ids = new Set(shown.map(idOf));
  const freshById = new Map(fresh.map((row) => [idOf(row), row]));
  const lastKnown = fresh.findLastIndex((row) => ids.has(idOf(row)));
  if (lastKnown === -1) return rowsLeave ? { rows: fresh, newCount: 0 } : { rows: shown, newCount: fresh.length };
  const above = fresh.slice(0, lastKnown).filter((row) => !ids.has(idOf(row))).length;
  const below = fresh.slice(lastKnown + 1);
  const pushedOff = shown.findLastIndex((row) => freshById.has(idOf(row))) + 1;
  const keptEnd = rowsLeave ? pushedOff : pushedOff + above;
  const kept = shown.flatMap((row, at) => freshById.get(idOf(row)) ?? (at >= pushedOff && at < keptEnd ? row : []));
  const following = grows ? below : below.slice(0, shown.length - kept.length);
  return { rows: [...kept, ...following], newCount: above + below.length - following.length };
}

const isSame = <Row>(before: readonly Row[], now: readonly Row[]): boolean =>
  before === now || (before.length === now.length && before.every((row, at) => row === now[at]));

interface HeldOptions extends KeepOptions {
  /** Changes with filters, order and page. */
  readonly listKey: string;
  readonly query: {
    readonly isFetchedAfterMount: boolean;
    readonly isPlaceholderData: boolean;
    readonly isStale: boolean;
  };
}

interface HeldRows<Row> {
  readonly rows: readonly Row[] | undefined;
  /** New rows that are not shown yet. */
  readonly newCount: number;
  readonly show: () => void;
}

/**
 * Holds the rows of a list that is refetched, from its first response on. A loader may have fetched before the screen
 * mounted. Rows of an earlier visit are not held, because their refetch is in flight.
 */
export function useHeldRows<Row>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
  { listKey, query, ...keep }: HeldOptions,
): HeldRows<Row> {
  const [held, setHeld] = useState<Held<Row> & { readonly listKey: string; readonly answer: readonly Row[] }>();
  const { isFetchedAfterMount, isPlaceholderData, isStale } = query;
  const isHeld = rows !== undefined && held?.listKey === listKey;
  if (isHeld) {
    if (!isPlaceholderData && !isSame(held.answer, rows))
      setHeld({ listKey, answer: rows, ...keepRows(held.rows, rows, idOf, keep) });
  } else if (rows !== undefined && !isPlaceholderData && (isFetchedAfterMount || !isStale)) {
    setHeld({ listKey, answer: rows, rows, newCount: 0 });
  }
  return { rows: isHeld ? held.rows : rows, newCount: isHeld ? held.newCount : 0, show: () => setHeld(undefined) };
}
