import { Checkbox, Table, UnstyledButton } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import type { Column } from './columns.ts';
import { tickable, type BulkOptions } from './table-props.ts';
import classes from './table-grid.module.css';
import type { ListState, Order } from './use-list-state.ts';

interface PageBoxProps<Row> {
  /** Visible beside the box. */
  readonly label?: string;
  readonly bulk: BulkOptions<Row>;
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
}

interface TableHeaderProps<Row> extends Omit<PageBoxProps<Row>, 'bulk' | 'label'> {
  readonly columns: readonly Column<Row>[];
  readonly list: ListState | undefined;
  readonly bulk: BulkOptions<Row> | undefined;
}

export function TableHeader<Row>({ columns, list, bulk, rows, rowId }: TableHeaderProps<Row>) {
  return (
    <Table.Thead className={classes['head']}>
      <Table.Tr aria-rowindex={1}>
        {bulk && (
          <Table.Th className={classes['box']} scope="col">
            <PageBox bulk={bulk} rows={rows} rowId={rowId} />
          </Table.Th>
        )}
        {columns.map((column, at) => (
          <Table.Th
            key={column.id}
            scope="col"
            data-align={column.align}
            data-kind={column.kind}
            data-first={at === 0 || undefined}
            data-sortable={(column.sort !== undefined && list !== undefined) || undefined}
            aria-sort={sortOf(column.sort, list)}
          >
            <HeaderCell column={column} list={list} />
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

function sortOf(
  sort: string | undefined,
  list: ListState | undefined,
): 'ascending' | 'descending' | 'none' | undefined {
  if (sort === undefined || !list) return undefined;
  if (list.query.sort !== sort) return 'none';
  return list.query.order === 'asc' ? 'ascending' : 'descending';
}

/** Returns the order after a click. Numbers and times start descending. A second click reverses the order. */
function nextOrder(list: ListState, sort: string): Order {
  if (list.query.sort !== sort) return 'desc';
  return list.query.order === 'desc' ? 'asc' : 'desc';
}

function HeaderCell<Row>({ column, list }: { readonly column: Column<Row>; readonly list: ListState | undefined }) {
  const { sort } = column;
  if (sort === undefined || !list) return column.header;
  const isSorted = list.query.sort === sort;
  const Arrow = isSorted && list.query.order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton
      className={classes['sort']}
      data-sorted={isSorted || undefined}
      onClick={() => list.setSort(sort, nextOrder(list, sort))}
    >
      {column.header}
      <Arrow size={14} aria-hidden />
    </UnstyledButton>
  );
}

export function PageBox<Row>({ bulk, rows, rowId, label }: PageBoxProps<Row>) {
  const entries = tickable(bulk, rows, rowId);
  const ticked = entries.filter(([id]) => bulk.selection.isSelected(id)).length;
  const all = entries.length > 0 && ticked === entries.length;
  return (
    <Checkbox
      {...(label === undefined ? { 'aria-label': 'Select all rows on this page' } : { label })}
      checked={all}
      indeterminate={ticked > 0 && !all}
      disabled={entries.length === 0}
      onChange={() => bulk.selection.set(entries, !all, entries)}
    />
  );
}
