import type { MouseEvent, ReactNode } from 'react';
import { memo } from 'react';
import { Table } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Column, RowLink } from './columns.ts';
import classes from './data-table.module.css';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly ariaIndex: number;
  readonly columns: readonly Column<Row>[];
  readonly link: RowLink | undefined;
  readonly selected: boolean;
  readonly box: ReactNode;
}

export function TableRow<Row>({ row, index, ariaIndex, columns, link, selected, box }: TableRowProps<Row>) {
  const navigate = useNavigate();
  const open = (event: MouseEvent<HTMLElement>) => {
    if (!link || !isRowClick(event)) return;
    void navigate({ ...link, resetScroll: false } as never);
  };
  return (
    <Table.Tr
      data-row={index}
      aria-rowindex={ariaIndex}
      aria-selected={selected || undefined}
      data-link={link !== undefined || undefined}
      tabIndex={link ? undefined : -1}
      onClick={open}
    >
      {box}
      <Cells row={row} columns={columns} link={link} />
    </Table.Tr>
  );
}

interface CellsProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly link: RowLink | undefined;
}

function CellsOf<Row>({ row, columns, link }: CellsProps<Row>) {
  return columns.map((column, at) => (
    <Table.Td key={column.id} data-align={column.align} data-kind={column.kind} data-first={at === 0 || undefined}>
      {at === 0 ? (
        <span className={classes['firstCell']}>
          <FirstCell link={link}>{column.cell(row)}</FirstCell>
          {column.after?.(row)}
        </span>
      ) : (
        column.cell(row)
      )}
    </Table.Td>
  ));
}

const sameCells = <Row,>(before: CellsProps<Row>, now: CellsProps<Row>): boolean =>
  before.row === now.row &&
  before.columns.length === now.columns.length &&
  before.columns.every((column, at) => column === now.columns[at]);

/** Drawn again only when the row or the columns are others, not when a tick or the fetching state changes. */
const Cells = memo(CellsOf, sameCells) as unknown as typeof CellsOf;

/** The row's own name: a real link where the row leads somewhere. */
export function FirstCell({ link, children }: { readonly link: RowLink | undefined; readonly children: ReactNode }) {
  if (!link) return <span className={classes['name']}>{children}</span>;
  return (
    <Link {...(link as unknown as { to: '/' })} resetScroll={false} className={classes['rowLink']} data-row-link>
      {children}
    </Link>
  );
}

const OWN_CLICK = 'a, button, input, label, select, textarea, [role=button], [role=menuitem], [data-kind=actions]';

/** A plain click on the row itself: not on something in it, not the end of marking text. */
export function isRowClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false;
  if (!event.currentTarget.contains(target) || target.closest(OWN_CLICK) !== null) return false;
  return (getSelection()?.toString() ?? '') === '';
}
