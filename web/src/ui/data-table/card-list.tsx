import { Checkbox, Group, Skeleton } from '@mantine/core';
import { useRef } from 'react';
import type { DrawnList } from './table-props.ts';
import classes from './data-table.module.css';
import gridClasses from './table-grid.module.css';
import { useOpenRow } from './row-link.tsx';
import { PageBox } from './table-header.tsx';
import { FirstCell, isRowClick } from './table-row.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { useTick } from './use-tick.ts';

/** The same rows where a table does not fit: one card each, with all columns and the same keys. */
export function CardList<Row>(props: DrawnList<Row>) {
  const { result, rowId, visible, bulk } = props;
  const cards = useRef<HTMLUListElement>(null);
  const rows = result.rows ?? [];
  const { onTick, toggle } = useTick(rows, rowId, bulk);
  useRowKeys<Row>(cards, { ...props, rows, scrollTo: () => undefined, toggle });
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
    <>
      {bulk && (
        <div className={classes['cardsHead']}>
          <PageBox bulk={bulk} rows={rows} rowId={rowId} label="Select all on this page" />
        </div>
      )}
      <ul ref={cards} aria-label={props.label} aria-busy={result.isFetching}>
        {rows.map((row, index) => (
          <Card key={rowId(row)} {...props} row={row} index={index} onTick={onTick} />
        ))}
      </ul>
    </>
  );
}

interface CardProps<Row> extends DrawnList<Row> {
  readonly row: Row;
  readonly index: number;
  readonly onTick: (index: number, selected: boolean, range: boolean) => void;
}

function Card<Row>({ row, index, visible, bulk, rowId, rowLink, onTick }: CardProps<Row>) {
  const openRow = useOpenRow();
  const [first, ...rest] = visible;
  const link = rowLink?.(row);
  const isSelected = bulk?.selection.isSelected(rowId(row)) === true;
  const lines = rest.filter((column) => column.kind !== 'actions');
  const actions = rest.filter((column) => column.kind === 'actions');
  return (
    // Keyboard and screen reader use the link in the card. The click on the card is a larger touch target.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      className={classes['card']}
      data-row={index}
      data-selected={isSelected || undefined}
      tabIndex={link ? undefined : -1}
      onClick={(event) => {
        if (link && isRowClick(event)) openRow(link);
      }}
    >
      <Group justify="space-between" gap="xs" mb={6} wrap="nowrap" className={classes['cardHead'] ?? ''}>
        <span className={gridClasses['firstCell']}>
          <FirstCell link={link}>{first?.cell(row)}</FirstCell>
          {first?.after?.(row)}
        </span>
        {bulk && (bulk.canSelect?.(row) ?? true) && (
          <Checkbox
            size="md"
            aria-label={`Select ${bulk.nameOf?.(row) ?? 'row'}`}
            checked={isSelected}
            onChange={(event) => onTick(index, event.currentTarget.checked, false)}
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
