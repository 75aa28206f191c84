import type { ReactNode } from 'react';
import type { Column, ListResult, RowLink } from './columns.ts';
import type { ListState } from './use-list-state.ts';
import type { Chosen, Selection } from './use-selection.ts';

/** A key of the row that has the focus, in triage lists: `a` approve, `r` reject. Shown in `?`. */
export interface RowShortcut<Row> {
  readonly key: string;
  readonly label: string;
  readonly run: (row: Row) => void;
}

export interface BulkOptions<Row> {
  readonly selection: Selection<Row>;
  /** Rows that cannot be ticked have no box. */
  readonly canSelect?: (row: Row) => boolean;
  /** What a row's box is called, after "Select". */
  readonly nameOf?: (row: Row) => string;
  /** Offers "Select all N that match". `isAtLeast`: they were counted up to that number only. */
  readonly matching?: { readonly total: number; readonly isAtLeast?: boolean; readonly summary?: ReactNode };
  /** Sums of the ticked rows (₹, coins). */
  readonly summary?: (rows: readonly Row[]) => ReactNode;
  readonly actions: (chosen: Chosen<Row>) => ReactNode;
}

/** The rows that have a box, as a selection takes them. */
export const tickable = <Row>(
  bulk: BulkOptions<Row>,
  rows: readonly Row[],
  rowId: (row: Row) => string,
): (readonly [string, Row])[] =>
  rows.filter((row) => bulk.canSelect?.(row) ?? true).map((row) => [rowId(row), row] as const);

export interface DataTableProps<Row> {
  /** Key of the column choice and density on this device. */
  readonly name: string;
  /** The table's name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  readonly result: ListResult<Row>;
  /** "X of Y users". */
  readonly noun: { readonly one: string; readonly many: string };
  /** X and Y when they are not rows on this page and all rows that match. */
  readonly counts?: { readonly shown: number; readonly of: number } | undefined;
  /** Page, order, search and filters in the address. Without it: a plain table of the rows given, no toolbar. */
  readonly list?: ListState | undefined;
  /** Where a row leads: its first cell is that link, and a click or Enter anywhere on the row goes there. */
  readonly rowLink?: (row: Row) => RowLink;
  /** The placeholder of the search box; without it there is none. */
  readonly search?: string;
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  readonly empty: { readonly title: string; readonly text?: ReactNode; readonly action?: ReactNode };
  /** The specification's sentence for "nothing fits". */
  readonly emptyByFilter?: string;
  /** The specification's sentence for a list that failed; `{message}` is filled in. */
  readonly errorText: string;
  readonly bulk?: BulkOptions<Row> | undefined;
  readonly rowShortcuts?: readonly RowShortcut<Row>[];
  /** Rows that came in since: a pill; nothing moves under the cursor. */
  readonly newRows?: { readonly count: number; readonly show: () => void } | undefined;
  /** A plain table that does not lie in a Section draws its own frame. */
  readonly framed?: boolean;
  /** `two`: cells of two lines (name and e-mail). */
  readonly rowLines?: 'one' | 'two';
  /** Pixels of the screen that lie above the list: what the window cannot show yet is drawn after the first picture. */
  readonly below?: number;
}
