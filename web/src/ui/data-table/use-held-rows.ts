import { useState } from 'react';

interface KeepOptions {
  /** Decided rows leave the list: a missing row has left and was not pushed off the page by new rows. */
  readonly rowsLeave?: boolean;
  /** The user appends older rows: they do not count as new. */
  readonly grows?: boolean;
}

type IdOf<Row> = (row: Row) => string;

/**
 * Keeps the shown rows in place and updates their values. New rows wait. When a row disappears, the rows below move up
 * and the page is filled from its end.
 */
export function updateRows<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  idOf: IdOf<Row>,
  { rowsLeave = false, grows = false }: KeepOptions = {},
): readonly Row[] {
  if (shown.length === 0 || fresh.length === 0) return fresh;
  const freshById = new Map(fresh.map((row) => [idOf(row), row]));
  const shownIds = new Set(shown.map(idOf));
  const lastShown = shown.findLastIndex((row) => freshById.has(idOf(row)));
  if (lastShown === -1) return rowsLeave ? fresh : shown;
  const lastFresh = fresh.findLastIndex((row) => shownIds.has(idOf(row)));
  // Each new row above pushes one row off the end of the page. That row still exists.
  const pushedOff = rowsLeave ? 0 : countNew(shown, fresh.slice(0, lastFresh), idOf);
  const kept = [
    ...shown.slice(0, lastShown + 1).flatMap((row) => freshById.get(idOf(row)) ?? []),
    ...shown.slice(lastShown + 1, lastShown + 1 + pushedOff),
  ];
  const below = fresh.slice(lastFresh + 1);
  return [...kept, ...(grows ? below : below.slice(0, shown.length - kept.length))];
}

/** Counts the rows of the latest response that are not shown yet. */
export function countNew<Row>(shown: readonly Row[], fresh: readonly Row[], idOf: IdOf<Row>): number {
  const ids = new Set(shown.map(idOf));
  return fresh.filter((row) => !ids.has(idOf(row))).length;
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
 * Keeps the rows of a refetched list in place, from the first current response on. Stale rows of an earlier visit are
 * replaced at once, because their refetch is in flight.
 */
export function useHeldRows<Row>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
  { listKey, query, ...keep }: HeldOptions,
): HeldRows<Row> {
  const [held, setHeld] = useState<{ listKey: string; answer: readonly Row[]; rows: readonly Row[] }>();
  const { isFetchedAfterMount, isPlaceholderData, isStale } = query;
  const isHeld = rows !== undefined && held?.listKey === listKey;
  if (isHeld) {
    if (!isPlaceholderData && !isSame(held.answer, rows))
      setHeld({ listKey, answer: rows, rows: updateRows(held.rows, rows, idOf, keep) });
  } else if (rows !== undefined && !isPlaceholderData && (isFetchedAfterMount || !isStale)) {
    setHeld({ listKey, answer: rows, rows });
  }
  return {
    rows: isHeld ? held.rows : rows,
    newCount: isHeld ? countNew(held.rows, held.answer, idOf) : 0,
    show: () => setHeld(undefined),
  };
}
