import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { DEFAULT_COLUMN_WIDTH, type Column } from './columns.ts';
import type { DataTableProps } from './table-props.ts';

export const SELECT_WIDTH = 40;
/** A phone: every list is cards. */
const PHONE = 768;
/** Pixels beside the columns: the page's padding, the list's frame, and two scroll bars. */
const BESIDE_COLUMNS = 72;
/** The padding and frame of the section around a plain list. */
const SECTION = 34;

type Options<Row> = Pick<DataTableProps<Row>, 'decides' | 'bulk' | 'list'>;

/**
 * Whether a list is cards: on a phone, and a list of decisions also where its columns do not fit. Its sticky actions
 * would cover the amount. `onWidth` takes the width of the drawn columns: numbers may have widened them.
 */
export function useCards<Row>(visible: readonly Column<Row>[], { decides = false, bulk, list }: Options<Row>) {
  const key = visible.map(({ id }) => id).join(' ');
  const [drawn, setDrawn] = useState({ key, width: 0 });
  const declared = visible.reduce((sum, { width = DEFAULT_COLUMN_WIDTH }) => sum + width, bulk ? SELECT_WIDTH : 0);
  const width = Math.max(declared, drawn.key === key ? drawn.width : 0);
  const needed = decides ? width + BESIDE_COLUMNS + (list ? 0 : SECTION) : PHONE;
  const isNarrow = useMediaQuery(`(max-width: ${Math.max(PHONE, needed)}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  const onWidth = useCallback((next: number) => setDrawn({ key, width: next }), [key]);
  return { isCards: isNarrow === true, onWidth };
}
