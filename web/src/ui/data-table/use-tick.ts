import { useCallback, useEffect, useRef } from 'react';
import { tickable, type BulkOptions } from './table-props.ts';

/** Selects a row, or with Shift every row since the last selected one. `onTick` stays the same function. */
export function useTick<Row>(rows: readonly Row[], rowId: (row: Row) => string, bulk: BulkOptions<Row> | undefined) {
  const lastTicked = useRef<number>(undefined);
  const tick = (index: number, selected: boolean, range: boolean) => {
    const other = range ? (lastTicked.current ?? index) : index;
    const [from, to] = [Math.min(other, index), Math.max(other, index)];
    lastTicked.current = index;
    bulk?.selection.set(tickable(bulk, rows.slice(from, to + 1), rowId), selected, tickable(bulk, rows, rowId));
  };
  const latestTick = useRef(tick);
  useEffect(() => {
    latestTick.current = tick;
  });
  const onTick = useCallback((...change: Parameters<typeof tick>) => latestTick.current(...change), []);
  const toggle = (row: Row): void => {
    if (!bulk || bulk.canSelect?.(row) === false) return;
    const id = rowId(row);
    bulk.selection.set([[id, row]], !bulk.selection.isSelected(id), tickable(bulk, rows, rowId));
  };
  return { onTick, toggle: bulk && toggle };
}
