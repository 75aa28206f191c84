import { listResult, type ListResult, type QueryLike } from './columns.ts';
import type { DataTableProps } from './table-props.ts';
import { useHeldRows } from './use-held-rows.ts';

interface LiveQuery<Data> extends QueryLike<Data> {
  readonly isFetchedAfterMount: boolean;
  readonly isPlaceholderData: boolean;
  readonly isStale: boolean;
}

interface LiveListOptions<Data, Row> {
  readonly rows: (data: Data) => readonly Row[];
  readonly total: (data: Data) => number | undefined;
  readonly idOf: (row: Row) => string;
  /** Decided rows leave the list. */
  readonly rowsLeave?: boolean;
}

interface LiveList<Row> {
  /** Spread this over the DataTable. */
  readonly table: { readonly result: ListResult<Row>; readonly newRows: DataTableProps<Row>['newRows'] };
  /** Shows the waiting rows. */
  readonly show: () => void;
}

/** One page of a live list: after a refetch its rows keep their places, and new rows wait. */
export function useLiveList<Data, Row>(
  query: LiveQuery<Data>,
  list: { readonly query: object },
  { rows, total, idOf, rowsLeave = false }: LiveListOptions<Data, Row>,
): LiveList<Row> {
  const {
    rows: shown = [],
    newCount,
    show,
  } = useHeldRows(query.data === undefined ? undefined : rows(query.data), idOf, {
    listKey: JSON.stringify(list.query),
    query,
    rowsLeave,
  });
  return { table: { result: listResult(query, () => shown, total), newRows: { count: newCount, show } }, show };
}
