import { useCallback, useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useShortcut } from '#lib/shortcuts.ts';
import type { RowShortcut } from './table-props.ts';

interface RowKeys<Row> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly enabled: boolean;
  /** Rows have details. */
  readonly opens: boolean;
  readonly scrollTo: (index: number) => unknown;
  readonly shortcuts: readonly RowShortcut<Row>[];
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

/**
 * Handles the row keys: `j` / `k` move the focus, `x` selects, and the list's own letters act on the focused row. Enter
 * opens it as a link.
 */
export function useRowKeys<Row>(options: RowKeys<Row>): void {
  const { scroller, rows, rowId, enabled, opens, scrollTo, toggle } = options;
  // The last focused row. When it leaves the list, the next row takes its index.
  const lastIndex = useRef(-1);
  // The row that the last key acted on.
  const acted = useRef<string | undefined>(undefined);
  /** True if no element has the focus, or a closed window has returned it to the list or the page. */
  const isFocusLost = (): boolean => {
    const around: readonly (Element | null)[] = [document.body, document.querySelector('main'), scroller.current];
    return around.includes(document.activeElement);
  };
  const followActed = (): void => {
    if (acted.current === undefined || rows.some((row) => rowId(row) === acted.current) || !isFocusLost()) return;
    focusRow(scroller.current, Math.min(lastIndex.current, rows.length - 1));
  };
  // The row may leave before its window closes, after it, or before the window returns the focus.
  useEffect(() => {
    followActed();
    document.addEventListener('focusin', followActed);
    return () => document.removeEventListener('focusin', followActed);
  });
  const focusedIndex = (): number => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]');
    if (!row || !scroller.current?.contains(row)) return -1;
    lastIndex.current = Number(row.dataset['row']);
    return lastIndex.current;
  };
  const move = (step: 1 | -1) => {
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
  useShortcut({ key: 'j', label: 'Next row', group: GROUP, run: () => move(1) }, { enabled });
  useShortcut({ key: 'k', label: 'Previous row', group: GROUP, run: () => move(-1) }, { enabled });
  useShortcut({ key: 'Enter', label: 'Open row', group: GROUP, run: undefined }, { enabled: enabled && opens });
  useShortcut(
    {
      key: 'x',
      label: 'Select row',
      group: GROUP,
      run: () => {
        const row = rows[focusedIndex()];
        if (row !== undefined) toggle?.(row);
      },
    },
    { enabled: enabled && toggle !== undefined },
  );

  useRowLetters(options, acted, focusedIndex);
}

function useRowLetters<Row>(
  { scroller, rows, rowId, enabled, shortcuts }: RowKeys<Row>,
  actedRef: RefObject<string | undefined>,
  focusedIndex: () => number,
): void {
  const latest = useRef({ shortcuts, rows, rowId, focusedIndex });
  useEffect(() => {
    latest.current = { shortcuts, rows, rowId, focusedIndex };
  });
  const actOnRow = useCallback((): Row | undefined => {
    const row = latest.current.rows[latest.current.focusedIndex()];
    actedRef.current = row && latest.current.rowId(row);
    return row;
  }, [actedRef]);
  useEffect(() => {
    const element = scroller.current;
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if ((key === 'Enter' || key === ' ') && (target as Element).closest('[data-kind=actions]')) actOnRow();
      if (key === 'Tab') forget();
    };
    // The user moves the focus from here on.
    const forget = () => void (actedRef.current = undefined);
    element?.addEventListener('keydown', onKeyDown);
    element?.addEventListener('pointerdown', forget);
    return () => {
      element?.removeEventListener('keydown', onKeyDown);
      element?.removeEventListener('pointerdown', forget);
    };
  }, [scroller, actedRef, actOnRow]);
  const useLetter = (at: number): void => {
    const shortcut = shortcuts[at];
    const run = (): void => {
      const row = actOnRow();
      if (row !== undefined) latest.current.shortcuts[at]?.run(row);
    };
    useShortcut(
      { key: shortcut?.key ?? '', label: shortcut?.label ?? '', group: GROUP, run },
      { enabled: enabled && shortcut !== undefined },
    );
  };
  // A fixed number of hooks: a list has at most three letters.
  useLetter(0);
  useLetter(1);
  useLetter(2);
}
