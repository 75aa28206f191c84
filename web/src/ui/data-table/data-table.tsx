import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { SearchField } from '#ui/layout/index.ts';
import { EmptyByFilter, EmptyState, ErrorState } from '#ui/states/index.ts';
import { CardList } from './card-list.tsx';
import type { Column, ListResult, RowLink } from './columns.ts';
import classes from './data-table.module.css';
import { RefreshFailed, SelectionBar } from './selection-bar.tsx';
import { TableFooter } from './table-footer.tsx';
import { TableGrid } from './table-grid.tsx';
import type { ListState } from './use-list-state.ts';
import type { Chosen, Selection } from './use-selection.ts';
import { useTablePreferences } from './use-table-preferences.ts';
import { ViewMenu } from './view-menu.tsx';

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
  /** Offers "Select all N that match". */
  readonly matching?: { readonly total: number; readonly summary?: ReactNode };
  /** Sums of the ticked rows (₹, coins). */
  readonly summary?: (rows: readonly Row[]) => ReactNode;
  readonly actions: (chosen: Chosen<Row>) => ReactNode;
}

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
  /** `two`: cells of two lines (name and e-mail). */
  readonly rowLines?: 'one' | 'two';
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, result, list, bulk, empty, noun, newRows } = props;
  const preferences = useTablePreferences(props.name, columns);
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) === true;
  const { rows } = result;
  const isSelecting = bulk !== undefined && (bulk.selection.allMatching || bulk.selection.rows.size > 0);

  const body = () => {
    if (rows === undefined && result.error !== null && result.error !== undefined) {
      return (
        <ErrorState text={props.errorText} error={result.error} onRetry={result.refetch} retrying={result.isFetching} />
      );
    }
    if (rows?.length === 0) {
      if (list && list.query.page > 1 && (result.total ?? 0) > 0)
        return (
          <EmptyState
            title="Nothing on this page"
            text="The list has become shorter."
            action={
              <Button variant="default" onClick={() => list.setPage(1)}>
                Go to page 1
              </Button>
            }
          />
        );
      if (list?.isFiltered)
        return (
          <EmptyByFilter title={props.emptyByFilter ?? `No matching ${noun.many} found`} onClear={list.clearFilters} />
        );
      return <EmptyState {...empty} />;
    }
    return isPhone ? (
      <CardList {...props} preferences={preferences} />
    ) : (
      <TableGrid {...props} preferences={preferences} />
    );
  };

  return (
    <div
      className={classes['root']}
      data-plain={list === undefined || undefined}
      data-selecting={isSelecting || undefined}
    >
      {list && (
        <div className={classes['toolbar']}>
          {props.search !== undefined && (
            <SearchField value={list.query.search} onChange={list.setSearch} placeholder={props.search} />
          )}
          {props.filters}
          <div className={classes['toolbarEnd']}>
            {newRows !== undefined && newRows.count > 0 && (
              <button type="button" className={classes['pill']} onClick={newRows.show}>
                {newRows.count} new
              </button>
            )}
            {props.actions}
            <ViewMenu columns={columns} preferences={preferences} list={list} isPhone={isPhone} />
          </div>
        </div>
      )}
      {bulk && <SelectionBar bulk={bulk} noun={noun} />}
      {rows !== undefined && result.error !== null && result.error !== undefined && (
        <RefreshFailed text={props.errorText} error={result.error} onRetry={result.refetch} />
      )}
      <div className={classes['frame']} data-refreshing={(result.isFetching && rows !== undefined) || undefined}>
        {body()}
      </div>
      {list && (rows !== undefined || !result.error) && (
        <TableFooter list={list} shown={rows?.length} total={result.total} counts={props.counts} noun={noun} />
      )}
    </div>
  );
}
