import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { DEFAULT_COLUMN_WIDTH } from './columns.ts';
import type { Column } from './columns.ts';

/**
 * Widens columns until every rendered number and time fits: a cut amount is a wrong amount. Columns only grow, so that
 * paging does not move them.
 * @returns the width of each column in pixels, in the order of `columns`
 */
export function useNumberWidths<Row>(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  drawn: readonly unknown[],
): readonly number[] {
  const [needed, setNeeded] = useState<Readonly<Record<string, number>>>({});
  const widthOf = ({ id, width = DEFAULT_COLUMN_WIDTH }: Column<Row>): number => Math.max(width, needed[id] ?? 0);

  useLayoutEffect(() => {
    const wider: Record<string, number> = {};
    for (const cell of scroller.current?.querySelectorAll<HTMLTableCellElement>('td[data-align], td:has(time)') ?? []) {
      const { id } = columns.at(cell.cellIndex - cell.parentElement!.childElementCount)!;
      const parts = [cell, cell.firstElementChild, cell.querySelector('time')];
      const lacking = Math.max(...parts.map(overflowOf));
      if (lacking > 0) wider[id] = Math.max(wider[id] ?? 0, cell.offsetWidth + lacking);
    }
    // Only a rendered number can be measured. The second pass finds nothing to widen.
    // oxlint-disable-next-line react/set-state-in-effect
    if (Object.keys(wider).length > 0) setNeeded((before) => ({ ...before, ...wider }));
  }, [scroller, columns, drawn]);

  return columns.map(widthOf);
}

/** The overflow in pixels. 0 for an inline element: its overflow shows in its cell. */
const overflowOf = (element: Element | null): number => (element ? element.scrollWidth - element.clientWidth : 0);
