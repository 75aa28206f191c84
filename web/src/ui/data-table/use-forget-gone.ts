import { useEffect, useRef } from 'react';
import type { DataTableProps } from './table-props.ts';

type Options<Row> = Pick<DataTableProps<Row>, 'bulk' | 'list' | 'result' | 'rowId'>;

/** Takes a row out of the selection when it leaves its page or can no longer be selected: it is decided. */
export function useForgetGone<Row>({ bulk, list, result, rowId }: Options<Row>): void {
  const page = JSON.stringify(list?.query);
  const { rows, isPrevious = false } = result;
  const shown = useRef<{ readonly page: string | undefined; readonly ids: readonly string[] }>(undefined);
  useEffect(() => {
    if (bulk === undefined || rows === undefined || isPrevious) return;
    // A table without a list has no page: at the first drawing both are undefined.
    const before = shown.current !== undefined && shown.current.page === page ? shown.current.ids : [];
    const open = new Set(rows.filter((row) => bulk.canSelect?.(row) ?? true).map(rowId));
    shown.current = { page, ids: rows.map(rowId) };
    const gone = [...new Set([...before, ...shown.current.ids])].filter(
      (id) => bulk.selection.rows.has(id) && !open.has(id),
    );
    if (gone.length > 0) bulk.selection.forget(gone);
  }, [bulk, rows, isPrevious, page, rowId]);
}
