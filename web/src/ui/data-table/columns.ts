import type { ReactNode } from 'react';

/** One column of a DataTable. Keep the list at module level (or memoised): a new list draws every row again. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Only in the first column: what stands after the row's link (a copy button); links and buttons cannot lie in a link. */
  readonly after?: (row: Row) => ReactNode;
  /** Pixels at the least; space that is left over is shared in proportion. Default 140. */
  readonly width?: number;
  /** Numbers stand at the right. */
  readonly align?: 'right';
  /** The API's word for sorting by this column; without it the header does not sort. */
  readonly sort?: string;
  /** Cannot be taken out of view. The first column never can. */
  readonly fixed?: boolean;
  /** Out of view until somebody chooses it. */
  readonly hidden?: boolean;
  /** `actions`: buttons of the row: at the foot of a card, a click there does not open the row. */
  readonly kind?: 'actions';
}

export const DEFAULT_COLUMN_WIDTH = 140;

/** Where a row leads: the route of its details, with everything in the address. */
export interface RowLink {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?:
    | Readonly<Record<string, string | undefined>>
    | ((previous: Readonly<Record<string, string | undefined>>) => Record<string, string | undefined>);
  readonly state?: unknown;
}

/** What a list call gave so far. `rows` undefined: nothing yet. */
export interface ListResult<Row> {
  readonly rows: readonly Row[] | undefined;
  /** All rows that match, on every page; undefined while the count is still coming. */
  readonly total: number | undefined;
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

export interface QueryLike<Data> {
  readonly data: Data | undefined;
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A TanStack Query result as the table wants it: `listResult(query, (answer) => answer.users, (answer) => answer.total)`. */
export const listResult = <Data, Row>(
  query: QueryLike<Data>,
  rows: (data: Data) => readonly Row[],
  total: (data: Data) => number | undefined = (data) => rows(data).length,
): ListResult<Row> => ({
  rows: query.data === undefined ? undefined : rows(query.data),
  total: query.data === undefined ? undefined : total(query.data),
  isFetching: query.isFetching,
  error: query.error,
  refetch: query.refetch,
});

/** Rows that are here already, as the table wants them. */
export const wholeResult = <Row>(rows: readonly Row[]): ListResult<Row> => ({
  rows,
  total: rows.length,
  isFetching: false,
  error: null,
  refetch: () => undefined,
});
