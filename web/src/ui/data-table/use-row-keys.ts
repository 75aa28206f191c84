import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useShortcuts, type Shortcut } from '#lib/shortcuts.ts';
import type { BulkOptions, DataTableProps, RowShortcut } from './table-props.ts';

interface RowKeys<Row> extends Pick<
  DataTableProps<Row>,
  'bulk' | 'list' | 'decides' | 'rowId' | 'rowLink' | 'rowShortcuts'
> {
  readonly rows: readonly Row[];
  readonly scrollTo: (index: number) => unknown;
  readonly toggle: ((row: Row) => unknown) | undefined;
}

const GROUP = 'Rows';

function focusRow(scroller: HTMLElement | null, index: number): boolean {
  const row = scroller?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  if (!row) return false;
  const target = row.querySelector<HTMLElement>('[data-row-link]') ?? row;
  target.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
  return true;
}

/** A letter acts on the selection, else on the focused row. */
function act<Row>(
  { run, runSelected }: RowShortcut<Row>,
  bulk: BulkOptions<Row> | undefined,
  onRow: (run: (row: Row) => void) => void,
): void {
  const { rows, allMatching = false } = bulk?.selection ?? {};
  if (!allMatching && (rows?.size ?? 0) === 0) onRow(run);
  else runSelected?.({ rows: [...(rows?.values() ?? [])], allMatching });
}

/**
 * Handles the row keys: `j` / `k` move the focus, `x` selects, and the list's own letters act on the selection, else on the
 * focused row. Enter opens it as a link.
 */
export function useRowKeys<Row>(scroller: RefObject<HTMLElement | null>, options: RowKeys<Row>): void {
  const { rows, rowId, list, bulk, scrollTo, toggle } = options;
  const { rowLink, decides = false, rowShortcuts: shortcuts = [] } = options;
  // The last focused row. When it leaves the list, the next row takes its index.
  const lastIndex = useRef(-1);
  // The row that the last key acted on.
  const acted = useRef<string>(undefined);
  /** True if no element has the focus, or a closed window has returned it to the list or the page. */
  const isFocusLost = (): boolean => {
    const around: readonly (Element | null)[] = [document.body, document.querySelector('main'), scroller.current];
    return around.includes(document.activeElement);
  };
  const focusedIndex = (): number => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]');
    if (!row || !scroller.current?.contains(row)) return -1;
    lastIndex.current = Number(row.dataset['row']);
    return lastIndex.current;
  };
  const withRow = (act: (row: Row) => unknown): void => {
    const row = rows[focusedIndex()];
    if (row !== undefined) act(row);
  };
  /** Remembers the row: if it leaves the list, the next one gets the focus. */
  const actOnRow = (act?: (row: Row) => unknown): void => {
    acted.current = undefined;
    withRow((row) => {
      acted.current = rowId(row);
      act?.(row);
    });
  };
  const move = (step: 1 | -1): void => {
    const focused = focusedIndex();
    const hasGone = focused === -1 && lastIndex.current !== -1 && isFocusLost();
    const wanted = hasGone ? lastIndex.current - (step === 1 ? 0 : 1) : focused + step;
    const index = Math.min(rows.length - 1, Math.max(0, wanted));
    lastIndex.current = index;
    if (focusRow(scroller.current, index)) return;
    // Distant rows are not rendered until the list scrolls to them.
    scrollTo(index);
    requestAnimationFrame(() => focusRow(scroller.current, index));
  };

  useEffect(() => {
    const element = scroller.current;
    /** Focuses the row that took the place of the row acted on. */
    const followActed = (): void => {
      if (acted.current === undefined || rows.some((row) => rowId(row) === acted.current) || !isFocusLost()) return;
      focusRow(element, Math.min(lastIndex.current, rows.length - 1));
    };
    // The user moves the focus from here on.
    const forget = (): void => void (acted.current = undefined);
    const onKeyDown = ({ key, target }: KeyboardEvent): void => {
      if ((key === 'Enter' || key === ' ') && (target as Element).closest('[data-kind=actions]')) actOnRow();
      if (key === 'Tab') forget();
    };
    // The row may leave before its window closes, after it, or before the window returns the focus.
    followActed();
    document.addEventListener('focusin', followActed);
    element?.addEventListener('keydown', onKeyDown);
    element?.addEventListener('pointerdown', forget);
    return () => {
      document.removeEventListener('focusin', followActed);
      element?.removeEventListener('keydown', onKeyDown);
      element?.removeEventListener('pointerdown', forget);
    };
  });

  const keys: readonly Shortcut[] = [
    { key: 'j', label: 'Next row', group: GROUP, run: () => move(1) },
    { key: 'k', label: 'Previous row', group: GROUP, run: () => move(-1) },
    ...(rowLink ? [{ key: 'Enter', label: 'Open row', group: GROUP, run: undefined }] : []),
    ...(toggle ? [{ key: 'x', label: 'Select row', group: GROUP, run: () => withRow(toggle) }] : []),
    ...shortcuts.map((shortcut) => ({ ...shortcut, group: GROUP, run: () => act(shortcut, bulk, actOnRow) })),
  ];
  useShortcuts(list === undefined && !(decides && rowLink) ? [] : keys);
}
