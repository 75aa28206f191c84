import type { ReactNode } from 'react';
import type { LoadedQuery } from '#ui/states/index.ts';

/** One column of a DataTable. Keep the list at module level or memoise it: a new list re-renders every row. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** First column only: content after the row's link, such as a copy button. A link must not contain buttons. */
  readonly after?: (row: Row) => ReactNode;
  /** Minimum width in pixels. Default 140. */
  readonly width?: number;
  /** Shares the remaining width with the other such columns. If there are none, all share it in proportion. */
  readonly grows?: true;
  /** For numbers. */
  readonly align?: 'right';
  /** The API's sort key. Without it the column is not sortable. */
  readonly sort?: string;
  /** The column cannot be hidden. The first column never can. */
  readonly fixed?: boolean;
  /** Hidden until the user chooses it. */
  readonly hidden?: boolean;
  /** `actions`: the row's buttons. On a card they are at the bottom, and a click on them does not open the row. */
  readonly kind?: 'actions';
}

/** Builds columns in the order of the keys. A key is the column's id and names its heading in `headings`. */
export const columnsOf = <Row, Headings extends Readonly<Record<string, string>>>(
  headings: Headings,
  columns: { readonly [Id in keyof Headings]?: Omit<Column<Row>, 'id' | 'header'> },
): readonly Column<Row>[] =>
  Object.entries(columns as Record<string, Omit<Column<Row>, 'id' | 'header'>>).map(([id, column]) => ({
    ...column,
    id,
    header: headings[id]!,
  }));

export const DEFAULT_COLUMN_WIDTH = 140;

/** The link of a row: the route of its details with its parameters. */
export interface RowLink {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?:
    | Readonly<Record<string, string | undefined>>
    | ((previous: Readonly<Record<string, string | undefined>>) => Record<string, string | undefined>);
}

/** The state of a list call. `rows` is undefined until the first response. */
export interface ListResult<Row> extends LoadedQuery {
  readonly rows: readonly Row[] | undefined;
  /** The number of matching rows on all pages. Undefined while the count loads. */
  readonly total: number | undefined;
  /** Opens the pages near this one. Undefined: pages are opened by number. */
  readonly anchor?: string | undefined;
  /** No row follows this page. Undefined: the total says how many pages there are. */
  readonly isLast?: boolean | undefined;
  /** True while the rows are those of the previous page or filters. */
  readonly isPrevious?: boolean;
}

export interface QueryLike<Data> extends LoadedQuery {
  readonly data: Data | undefined;
  readonly isPlaceholderData?: boolean;
}

export type RowOf<Data, Key extends keyof Data> = Data[Key] extends readonly (infer Row)[] ? Row : never;

/** Adapts a TanStack query to the table: `listResult(query, 'users')`. Without a `total`, all rows are in the answer. */
export function listResult<Data extends object, Key extends keyof Data>(
  { data, isPlaceholderData, isFetching, error, refetch }: QueryLike<Data>,
  key: Key,
): ListResult<RowOf<Data, Key>> {
  const rows = data?.[key] as readonly RowOf<Data, Key>[] | undefined;
  const { total = rows?.length, anchor, isLast } = (data ?? {}) as Partial<ListResult<unknown>>;
  return { rows, total, anchor, isLast, isPrevious: isPlaceholderData === true, isFetching, error, refetch };
}

/** Adapts rows without a list call of their own. Undefined while they load. */
export const wholeResult = <Row>(rows: readonly Row[] | undefined): ListResult<Row> => ({
  rows,
  total: rows?.length,
  isFetching: false,
  error: null,
  refetch: () => undefined,
});
