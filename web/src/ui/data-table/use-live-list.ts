import { listResult, type QueryLike, type RowOf } from './columns.ts';
import { useHeldRows, type HeldQuery } from './use-held-rows.ts';
import type { ListState } from './use-list-state.ts';

interface LiveListOptions<Data, Key extends keyof Data> {
  /** The name of the rows in the answer. */
  readonly rows: Key;
  readonly idOf: (row: RowOf<Data, Key>) => string;
  /** Decided rows leave the list. */
  readonly rowsLeave?: boolean;
}

/**
 * One page of a live list: after a refetch its rows keep their places, and new rows wait until `show`. Spread `table` over
 * the DataTable.
 */
export function useLiveList<Data extends object, Key extends keyof Data>(
  query: QueryLike<Data> & HeldQuery,
  list: ListState,
  { rows, idOf, rowsLeave = false }: LiveListOptions<Data, Key>,
) {
  const fresh = listResult(query, rows);
  const held = useHeldRows(fresh.rows, idOf, { listKey: JSON.stringify(list.query), query, end: fresh, rowsLeave });
  const { anchor, isLast } = held.end;
  const result = { ...fresh, rows: held.rows, anchor, isLast };
  const newRows = { count: held.newCount, show: held.show };
  return { table: { list, result, rowId: idOf, newRows }, show: held.show };
}
