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

/** Where a page ends, as its answer says it. The next page begins there. */
interface PageEnd {
  readonly anchor?: string | undefined;
  readonly isLast?: boolean | undefined;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly end: PageEnd;
}

/** Returns where the shown rows end. New rows push shown ones off the answer, whose next page would show them again. */
export function endOfShown<Row>(shown: readonly Row[], before: Page<Row>, fresh: Page<Row>, idOf: IdOf<Row>): PageEnd {
  const lastOf = (rows: readonly Row[]): string | undefined => rows.slice(-1).map(idOf)[0];
  const last = lastOf(shown);
  if (last !== lastOf(before.rows) || last === lastOf(fresh.rows)) return fresh.end;
  // Inside the answer: waiting rows follow.
  return fresh.rows.some((row) => idOf(row) === last) ? { ...before.end, isLast: false } : before.end;
}

const isSame = <Row>(before: Page<Row>, now: Page<Row>): boolean =>
  before.end.anchor === now.end.anchor &&
  before.end.isLast === now.end.isLast &&
  before.rows.length === now.rows.length &&
  before.rows.every((row, at) => row === now.rows[at]);

/** The part of a list's query that says whether its rows are current. */
export interface HeldQuery {
  readonly isFetchedAfterMount: boolean;
  readonly isPlaceholderData: boolean;
  readonly isStale: boolean;
}

interface HeldOptions extends KeepOptions {
  /** Changes with filters, order and page. */
  readonly listKey: string;
  /** Where the page of `rows` ends. */
  readonly end?: PageEnd;
  readonly query: HeldQuery;
}

const WHOLE: PageEnd = {};

/**
 * Keeps the rows of a refetched list in place, from the first current response on. Stale rows of an earlier visit are
 * replaced at once, because their refetch is in flight.
 */
export function useHeldRows<Row>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
  { listKey, query, end = WHOLE, ...keep }: HeldOptions,
) {
  const [held, setHeld] = useState<{ listKey: string; answer: Page<Row>; shown: Page<Row> }>();
  const { isFetchedAfterMount, isPlaceholderData, isStale } = query;
  const isHeld = rows !== undefined && held?.listKey === listKey;
  if (isHeld) {
    const fresh = { rows, end };
    if (!isPlaceholderData && !isSame(held.answer, fresh)) {
      const shown = updateRows(held.shown.rows, rows, idOf, keep);
      setHeld({ listKey, answer: fresh, shown: { rows: shown, end: endOfShown(shown, held.shown, fresh, idOf) } });
    }
  } else if (rows !== undefined && !isPlaceholderData && (isFetchedAfterMount || !isStale)) {
    setHeld({ listKey, answer: { rows, end }, shown: { rows, end } });
  }
  return {
    ...(isHeld ? held.shown : { rows, end }),
    /** New rows that are not shown yet. */
    newCount: isHeld ? countNew(held.shown.rows, held.answer.rows, idOf) : 0,
    show: () => setHeld(undefined),
  };
}
