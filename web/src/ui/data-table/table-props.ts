import type { Right } from '@muneem/contract/rights';
import type { ReactNode } from 'react';
import type { Column, ListResult, RowLink } from './columns.ts';
import type { ListState } from './use-list-state.ts';
import type { SelectedRows, Selection } from './use-selection.ts';
import type { TablePreferences } from './use-table-preferences.ts';

/** A key that acts on the focused row: `a` approve, `r` reject. Listed under `?`. */
export interface RowShortcut<Row> {
  readonly key: string;
  readonly label: string;
  readonly run: (row: Row) => void;
  /** Acts on the selection while there is one. */
  readonly runSelected?: (selected: SelectedRows<Row>) => void;
}

export interface BulkOptions<Row> {
  readonly selection: Selection<Row>;
  /** A row that cannot be selected has no checkbox. */
  readonly canSelect?: (row: Row) => boolean;
  /** The name of a row's checkbox, after "Select". */
  readonly nameOf?: (row: Row) => string;
  /** Offers "Select all N that match". `isAtLeast`: the count stopped at this number. */
  readonly matching?: { readonly total: number; readonly isAtLeast?: boolean };
  /** Sums of the selected rows (₹, coins). */
  readonly summary?: (rows: readonly Row[]) => ReactNode;
  readonly actions: (selected: SelectedRows<Row>) => ReactNode;
}

/** Returns the selectable rows as selection entries. */
export const tickable = <Row>(
  bulk: BulkOptions<Row>,
  rows: readonly Row[],
  rowId: (row: Row) => string,
): (readonly [string, Row])[] =>
  rows.filter((row) => bulk.canSelect?.(row) ?? true).map((row) => [rowId(row), row] as const);

/** The texts of a list, from the specification if it has them. */
export interface ListTexts {
  readonly empty: string;
  /** Tells the user what to do next. */
  readonly emptyText?: string;
  /** No row matches the filters. Default: "No matching rows found". */
  readonly noMatch?: string;
  /** `{message}` is replaced. */
  readonly failed: string;
}

export interface DataTableProps<Row> {
  /** Storage key of the columns and density on this device. */
  readonly name: string;
  /** The table's accessible name. Default: the screen's title. */
  readonly label?: string;
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  readonly result: ListResult<Row>;
  /** "X of Y users". For a table with `list` or `bulk`. */
  readonly noun?: { readonly one: string; readonly many: string };
  /** X and Y, if they differ from the rows on this page and all matching rows. */
  readonly counts?: { readonly shown: number; readonly of: number } | undefined;
  /** Page, order, search and filters in the URL. Without it: a plain table of the given rows without a toolbar. */
  readonly list?: ListState | undefined;
  /** For filters outside `list`, while one is set: an empty table offers to clear them. */
  readonly onClearFilters?: (() => void) | undefined;
  /** The link of a row. The first cell contains it. A click or Enter anywhere on the row opens it. */
  readonly rowLink?: (row: Row) => RowLink;
  /** The placeholder of the search box. Without it there is no search box. */
  readonly search?: string;
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  readonly texts: ListTexts;
  readonly bulk?: BulkOptions<Row> | undefined;
  /** A list of decisions about money or people. No cell of it is ever covered: it becomes cards where it does not fit. */
  readonly decides?: boolean;
  /** The right to change the rows. Without it the table has no actions, no selection and no keys that act. */
  readonly changes?: Right;
  readonly rowShortcuts?: readonly RowShortcut<Row>[];
  /** New rows. A button offers them, so that nothing moves under the cursor. */
  readonly newRows?: { readonly count: number; readonly show: () => void } | undefined;
  /** A plain table outside a Section draws its own border. */
  readonly framed?: boolean;
  /** `two`: cells with two lines (name and email). */
  readonly rowLines?: 'one' | 'two';
}

/** A list as its table and its cards draw it. */
export interface DrawnList<Row> extends DataTableProps<Row> {
  readonly label: string;
  readonly visible: readonly Column<Row>[];
  readonly preferences: TablePreferences;
}
