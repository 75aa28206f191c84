import { Checkbox, Group, Skeleton } from '@mantine/core';
import type { Column } from './columns.ts';
import { tickable, type DataTableProps } from './table-props.ts';
import classes from './data-table.module.css';
import gridClasses from './table-grid.module.css';
import { useOpenRow } from './row-link.tsx';
import { FirstCell, isRowClick } from './table-row.tsx';
import type { TablePreferences } from './use-table-preferences.ts';

/** The same rows on a phone: one card each, with all columns. */
export function CardList<Row>(
  props: DataTableProps<Row> & { readonly label: string; readonly preferences: TablePreferences },
) {
  const { columns, result, rowId, preferences } = props;
  const visible = columns.filter((column) => preferences.visibility[column.id] === true);
  if (result.rows === undefined) {
    return (
      <div aria-hidden>
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index} className={classes['card']}>
            <Skeleton height={14} width="55%" mb={14} />
            {visible.slice(1).map((column) => (
              <Skeleton key={column.id} height={10} width="80%" mb={12} />
            ))}
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul aria-label={props.label} aria-busy={result.isFetching}>
      {result.rows.map((row) => (
        <Card key={rowId(row)} {...props} row={row} visible={visible} />
      ))}
    </ul>
  );
}

function Card<Row>(props: DataTableProps<Row> & { readonly row: Row; readonly visible: readonly Column<Row>[] }) {
  const { row, visible, bulk, result, rowId, rowLink } = props;
  const openRow = useOpenRow();
  const [first, ...rest] = visible;
  const link = rowLink?.(row);
  const id = rowId(row);
  const lines = rest.filter((column) => column.kind !== 'actions');
  const actions = rest.filter((column) => column.kind === 'actions');
  return (
    // Keyboard and screen reader use the link in the card. The click on the card is a larger touch target.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      className={classes['card']}
      data-selected={bulk?.selection.isSelected(id) || undefined}
      onClick={(event) => {
        if (link && isRowClick(event)) openRow(link);
      }}
    >
      <Group justify="space-between" gap="xs" mb={6} wrap="nowrap">
        <span className={gridClasses['firstCell']}>
          <FirstCell link={link}>{first?.cell(row)}</FirstCell>
          {first?.after?.(row)}
        </span>
        {bulk && (bulk.canSelect?.(row) ?? true) && (
          <Checkbox
            size="md"
            aria-label={`Select ${bulk.nameOf?.(row) ?? 'row'}`}
            checked={bulk.selection.isSelected(id)}
            onChange={(event) =>
              bulk.selection.set([[id, row]], event.currentTarget.checked, tickable(bulk, result.rows ?? [], rowId))
            }
          />
        )}
      </Group>
      <dl className={classes['cardLines']}>
        {lines.map((column) => (
          <div key={column.id}>
            <dt>{column.header}</dt>
            <dd>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
      {actions.length > 0 && (
        <div className={classes['cardActions']} data-kind="actions">
          {actions.map((column) => (
            <div key={column.id}>{column.cell(row)}</div>
          ))}
        </div>
      )}
    </li>
  );
}
