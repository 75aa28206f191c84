import { Group } from '@mantine/core';
import { may } from '#lib/may.ts';
import { useScreenTitle } from '#lib/screen.ts';
import { SearchField } from '#ui/layout/index.ts';
import { ErrorState, ErrorLine } from '#ui/states/index.ts';
import { CardList } from './card-list.tsx';
import classes from './data-table.module.css';
import { EmptyList } from './empty-list.tsx';
import { NewRowsPill } from './new-rows-pill.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TableFooter } from './table-footer.tsx';
import { TableGrid } from './table-grid.tsx';
import type { DataTableProps } from './table-props.ts';
import { useCards } from './use-cards.ts';
import { useForgetGone } from './use-forget-gone.ts';
import { useTablePreferences } from './use-table-preferences.ts';
import { ViewMenu } from './view-menu.tsx';

const ROWS = { one: 'row', many: 'rows' };

export function DataTable<Row>(props: DataTableProps<Row>) {
  const isReadOnly = !may(props.changes);
  return <Table {...(isReadOnly ? readOnly(props) : props)} />;
}

const readOnly = <Row,>({ bulk: _, rowShortcuts: __, ...props }: DataTableProps<Row>): DataTableProps<Row> => ({
  ...props,
  columns: props.columns.filter(({ kind }) => kind !== 'actions'),
});

function Table<Row>(props: DataTableProps<Row>) {
  const { columns, result, list, bulk, texts, noun = ROWS, newRows } = props;
  const title = useScreenTitle();
  const preferences = useTablePreferences(props.name, columns);
  const visible = columns.filter(({ id }) => preferences.visibility[id] === true);
  const own = { ...props, label: props.label ?? title, preferences, visible };
  const { isCards, onWidth } = useCards(visible, props);
  useForgetGone(props);
  const { rows } = result;
  const isSelecting = bulk !== undefined && (bulk.selection.allMatching || bulk.selection.rows.size > 0);

  const body = () => {
    if (rows === undefined && result.error) {
      return <ErrorState text={texts.failed} query={result} />;
    }
    if (rows?.length === 0) {
      return (
        <EmptyList
          list={list}
          total={result.total}
          texts={{ noMatch: `No matching ${noun.many} found`, ...texts }}
          onClearFilters={props.onClearFilters}
        />
      );
    }
    return isCards ? <CardList {...own} /> : <TableGrid {...own} onWidth={onWidth} />;
  };

  return (
    <div
      className={classes['root']}
      data-plain={(list === undefined && props.framed !== true) || undefined}
      data-selecting={isSelecting || undefined}
    >
      {list && (
        <div className={classes['toolbar']}>
          {props.search !== undefined && (
            <SearchField value={list.query.search} onChange={list.setSearch} placeholder={props.search} />
          )}
          {props.filters}
          <Group gap="xs" ml="auto">
            {newRows && <NewRowsPill count={newRows.count} onShow={newRows.show} />}
            {props.actions}
            <ViewMenu columns={columns} preferences={preferences} list={list} isCards={isCards} />
          </Group>
        </div>
      )}
      {bulk && <SelectionBar bulk={bulk} noun={noun} />}
      {rows !== undefined && <ErrorLine stale="rows" text={texts.failed} query={{ ...result, isFetching: false }} />}
      <div className={classes['frame']} data-refreshing={(result.isFetching && rows !== undefined) || undefined}>
        {body()}
      </div>
      {list && (rows !== undefined || !result.error) && (
        <TableFooter list={list} result={result} counts={props.counts} noun={noun} />
      )}
    </div>
  );
}
