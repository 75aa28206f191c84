import { listResult, type ListResult, type QueryLike } from './columns.ts';
import type { DataTableProps } from './table-props.ts';
import { useHeldRows } from './use-held-rows.ts';

interface LiveQuery<Data> extends QueryLike<Data> {
  readonly isFetchedAfterMount: boolean;
  readonly isPlaceholderData: boolean;
}

interface LiveListOptions<Data, Row> {
  readonly rows: (data: Data) => readonly Row[];
  readonly total: (data: Data) => number | undefined;
  readonly idOf: (row: Row) => string;
  /** Rows leave the list when they are decided. */
  readonly rowsLeave?: boolean;
}

interface LiveList<Row> {
  /** For the DataTable, as they are. */
  readonly table: { readonly result: ListResult<Row>; readonly newRows: DataTableProps<Row>['newRows'] };
  /** Shows the rows that wait. */
  readonly show: () => void;
}

/**
 * A list that is asked for again whenever something happens. On its first page, in its own order, the rows that come in
 * wait above until somebody wants them (useHeldRows); on another page or in another order it is what was answered.
 */
export function useLiveList<Data, Row>(
  query: LiveQuery<Data>,
  list: { readonly isAtTop: boolean; readonly query: object },
  { rows, total, idOf, rowsLeave = false }: LiveListOptions<Data, Row>,
): LiveList<Row> {
  const { isAtTop } = list;
  const held = useHeldRows(query.data === undefined ? undefined : rows(query.data), idOf, {
    listKey: isAtTop ? JSON.stringify(list.query) : '',
    isFresh: isAtTop && query.isFetchedAfterMount && !query.isPlaceholderData,
    rowsLeave,
  });
  return {
    table: {
      result: listResult(query, (data) => (isAtTop ? (held.rows ?? []) : rows(data)), total),
      newRows: isAtTop ? { count: held.newCount, show: held.show } : undefined,
    },
    show: held.show,
  };
}
