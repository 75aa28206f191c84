import { memo } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { CutText } from '#ui/display/index.ts';
import type { Column, RowLink } from './columns.ts';
import { isPlainClick, RowAnchor, useHref, useOpenRow } from './row-link.tsx';
import classes from './table-grid.module.css';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly ariaIndex: number;
  readonly columns: readonly Column<Row>[];
  readonly link: RowLink | undefined;
  /** The URL for which the row's link was built. */
  readonly address: string;
  /** Undefined: the list has no checkboxes. False: this row has none. */
  readonly selectable: boolean | undefined;
  readonly selected: boolean;
  readonly selectName: string | undefined;
  readonly onTick: (index: number, selected: boolean, range: boolean) => void;
}

function TableRowOf<Row>(props: TableRowProps<Row>) {
  const { row, index, ariaIndex, columns, link, selectable, selected, selectName, onTick } = props;
  const openRow = useOpenRow();
  const href = useHref(link);
  return (
    <tr
      data-row={index}
      aria-rowindex={ariaIndex}
      aria-selected={selected || undefined}
      data-link={link !== undefined || undefined}
      tabIndex={link ? undefined : -1}
      onClick={(event) => link && isRowClick(event) && openRow(link)}
    >
      {selectable !== undefined && (
        <td className={classes['box']}>
          {selectable && (
            <input
              type="checkbox"
              className={classes['tick']}
              aria-label={`Select ${selectName ?? 'row'}`}
              checked={selected}
              onChange={(event) =>
                onTick(index, event.currentTarget.checked, (event.nativeEvent as globalThis.MouseEvent).shiftKey)
              }
            />
          )}
        </td>
      )}
      <Cells row={row} columns={columns} link={link} href={href} />
    </tr>
  );
}

const sameColumns = <Row,>(before: readonly Column<Row>[], now: readonly Column<Row>[]): boolean =>
  before.length === now.length && before.every((column, at) => column === now[at]);

/** Scrolling and selecting re-render only the changed rows. */
const sameRow = <Row,>(before: TableRowProps<Row>, now: TableRowProps<Row>): boolean =>
  before.row === now.row &&
  before.index === now.index &&
  before.ariaIndex === now.ariaIndex &&
  before.address === now.address &&
  before.selectable === now.selectable &&
  before.selected === now.selected &&
  before.selectName === now.selectName &&
  sameColumns(before.columns, now.columns);

export const TableRow = memo(TableRowOf, sameRow) as unknown as typeof TableRowOf;

interface CellsProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly link: RowLink | undefined;
  readonly href: string | undefined;
}

function CellsOf<Row>({ row, columns, link }: CellsProps<Row>) {
  return columns.map((column, at) => (
    <td
      key={column.id}
      data-align={column.align}
      data-number={column.align && column.id}
      data-kind={column.kind}
      data-first={at === 0 || undefined}
    >
      {at === 0 ? (
        <span className={classes['firstCell']}>
          <FirstCell link={link}>{contentOf(column, row)}</FirstCell>
          {column.after?.(row)}
        </span>
      ) : (
        contentOf(column, row)
      )}
    </td>
  ));
}

/** A cut text shows in full on hover and focus. */
function contentOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const content = column.cell(row);
  return typeof content === 'string' && column.align === undefined ? <CutText text={content} /> : content;
}

const sameCells = <Row,>(before: CellsProps<Row>, now: CellsProps<Row>): boolean =>
  before.row === now.row && before.href === now.href && sameColumns(before.columns, now.columns);

/** Re-renders only when the row, its links or the columns change, not on selection or fetching. */
const Cells = memo(CellsOf, sameCells) as unknown as typeof CellsOf;

/** The row's name: a link if the row has details. */
export function FirstCell({ link, children }: { readonly link: RowLink | undefined; readonly children: ReactNode }) {
  if (!link) return <span className={classes['name']}>{children}</span>;
  return (
    <RowAnchor link={link} className={classes['rowLink']} data-row-link>
      {children}
    </RowAnchor>
  );
}

const OWN_CLICK = 'a, button, input, label, select, textarea, [role=button], [role=menuitem], [data-kind=actions]';

/** A plain click on the row: not on an element in it, and not the end of a text selection. */
export function isRowClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || !isPlainClick(event)) return false;
  if (!event.currentTarget.contains(target) || target.closest(OWN_CLICK) !== null) return false;
  return (getSelection()?.toString() ?? '') === '';
}
