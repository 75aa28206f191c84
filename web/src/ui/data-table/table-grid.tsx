import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { CSSProperties, RefObject } from 'react';
import { Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import type { Column } from './columns.ts';
import type { DrawnList } from './table-props.ts';
import classes from './table-grid.module.css';
import { TableHeader } from './table-header.tsx';
import { TableRow } from './table-row.tsx';
import { useNumberWidths } from './use-number-widths.ts';
import { useOwnScroll, type OwnScroll } from './use-own-scroll.ts';
import { SELECT_WIDTH } from './use-cards.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useTick } from './use-tick.ts';

/** A shorter list draws all rows: it costs little, and find-in-page works. */
const DRAW_ALL_UP_TO = 60;
/** Number of placeholder rows while a list loads. */
const SKELETON_ROWS = 20;
const ROW_HEIGHT = { one: { compact: 34, comfortable: 42 }, two: { compact: 46, comfortable: 56 } } as const;
const NO_ROWS: readonly never[] = [];

export function TableGrid<Row>(props: DrawnList<Row> & { readonly onWidth: (width: number) => void }) {
  const { visible, result, rowId, list, bulk, preferences, rowLines = 'one', onWidth } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = result.rows ?? NO_ROWS;
  const rowHeight = ROW_HEIGHT[rowLines][preferences.density];

  const own = useOwnScroll(scroller, list !== undefined);
  const { drawn, before, after, scrollTo } = useDrawnRows(scroller, rowHeight, own, props);
  useScrollToTop(scroller, list?.query.page);
  const { onTick, toggle } = useTick(rows, rowId, bulk);
  useRowKeys<Row>(scroller, { ...props, rows, scrollTo, toggle });
  const address = useRouterState({ select: (state) => state.location.searchStr });
  const firstIndex = list ? (list.query.page - 1) * list.query.limit : 0;
  const widths = useNumberWidths(scroller, visible, drawn);
  const width = widths.reduce((sum, column) => sum + column, bulk ? SELECT_WIDTH : 0);
  useLayoutEffect(() => onWidth(width), [onWidth, width]);
  const cellCount = visible.length + (bulk ? 1 : 0);

  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      data-plain={list === undefined || undefined}
      data-fills={own.height !== undefined || undefined}
      data-fits={own.fits || undefined}
      role="region"
      aria-label={`${props.label}, scrollable`}
      tabIndex={0}
      style={{ '--row-height': `${rowHeight}px`, '--table-height': `${own.height}px` } as CSSProperties}
    >
      <Table
        aria-label={props.label}
        aria-rowcount={result.total === undefined ? -1 : result.total + 1}
        aria-busy={result.isFetching}
        className={classes['table']}
        style={{ minWidth: width }}
      >
        <Columns columns={visible} widths={widths} withBox={bulk !== undefined} />
        <TableHeader columns={visible} list={list} bulk={bulk} rows={rows} rowId={rowId} />
        <tbody>
          {before > 0 && <Spacer height={before} cells={cellCount} />}
          {result.rows === undefined
            ? Array.from({ length: Math.min(SKELETON_ROWS, list?.query.limit ?? 4) }, (_, index) => (
                <SkeletonRow key={index} columns={visible} withBox={bulk !== undefined} index={index} />
              ))
            : drawn.map((index) => {
                const row = rows[index];
                if (!row) return null;
                const id = rowId(row);
                return (
                  <TableRow
                    key={id}
                    row={row}
                    index={index}
                    ariaIndex={firstIndex + index + 2}
                    columns={visible}
                    link={props.rowLink?.(row)}
                    address={address}
                    selectable={bulk && (bulk.canSelect?.(row) ?? true)}
                    selected={bulk?.selection.isSelected(id) === true}
                    selectName={bulk?.nameOf?.(row)}
                    onTick={onTick}
                  />
                );
              })}
          {after > 0 && <Spacer height={after} cells={cellCount} />}
        </tbody>
      </Table>
    </div>
  );
}

interface ColumnsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly widths: readonly number[];
  readonly withBox: boolean;
}

function Columns<Row>({ columns, widths, withBox }: ColumnsProps<Row>) {
  return (
    <colgroup>
      {withBox && <col style={{ width: SELECT_WIDTH }} />}
      {columns.map(({ id, grows }, at) => (
        <col key={id} style={grows ? undefined : { width: widths[at] }} />
      ))}
    </colgroup>
  );
}

function Spacer({ height, cells }: { readonly height: number; readonly cells: number }) {
  return (
    <tr aria-hidden className={classes['spacer']}>
      <td colSpan={cells} style={{ height }} />
    </tr>
  );
}

function SkeletonRow<Row>({
  columns,
  withBox,
  index,
}: {
  readonly columns: readonly Column<Row>[];
  readonly withBox: boolean;
  readonly index: number;
}) {
  return (
    <tr aria-hidden>
      {withBox && <td className={classes['box']} />}
      {columns.map((column, at) => (
        <td key={column.id} data-align={column.align} data-kind={column.kind}>
          <span
            className={classes['skeleton']}
            style={{ width: column.kind === 'actions' ? 48 : `${45 + ((index * 13 + at * 29) % 40)}%` }}
          />
        </td>
      ))}
    </tr>
  );
}

/** Scrolls to the top when the page of the list changes. */
function useScrollToTop(scroller: RefObject<HTMLElement | null>, page: number | undefined): void {
  const shownPage = useRef(page);
  useEffect(() => {
    // Not on the first paint: scrolling would force a full layout.
    if (shownPage.current === page) return;
    shownPage.current = page;
    scroller.current?.scrollTo({ top: 0 });
    if ((scroller.current?.getBoundingClientRect().top ?? 0) < 0) scroller.current?.scrollIntoView();
  }, [scroller, page]);
}

interface DrawnRows {
  /** The indexes of the rendered rows. */
  readonly drawn: readonly number[];
  /** The heights in pixels of the rows that are not rendered. */
  readonly before: number;
  readonly after: number;
}

/** Draws only a part of a long list: the rows around the visible ones. */
function useDrawnRows<Row>(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  { height, top: scrollMargin }: OwnScroll,
  { result, list }: Pick<DrawnList<Row>, 'result' | 'list'>,
): DrawnRows & { readonly scrollTo: (index: number) => void } {
  // A print needs every row.
  const printing = useMediaQuery('print', false);
  const count = result.rows?.length ?? 0;
  const isVirtual = count > DRAW_ALL_UP_TO && list !== undefined && !printing;
  const options = { count, estimateSize: useCallback(() => rowHeight, [rowHeight]), overscan: 10 };
  const inList = useVirtualizer({
    ...options,
    getScrollElement: () => scroller.current,
    enabled: isVirtual && height !== undefined,
  });
  const inPage = useWindowVirtualizer({ ...options, scrollMargin, enabled: isVirtual && height === undefined });
  useEffect(() => {
    inList.measure();
    inPage.measure();
  }, [inList, inPage, rowHeight]);
  if (isVirtual && height !== undefined)
    return { ...visibleRows(inList), scrollTo: (index) => inList.scrollToIndex(index) };
  if (isVirtual) return { ...visibleRows(inPage, scrollMargin), scrollTo: (index) => inPage.scrollToIndex(index) };
  return { drawn: [...Array(count).keys()], before: 0, after: 0, scrollTo: () => undefined };
}

function visibleRows<Scroller extends HTMLElement | Window>(
  virtualizer: Virtualizer<Scroller, Element>,
  above = 0,
): DrawnRows {
  const items = virtualizer.getVirtualItems();
  const after = virtualizer.getTotalSize() + above - (items.at(-1)?.end ?? above);
  return { drawn: items.map(({ index }) => index), before: (items[0]?.start ?? above) - above, after };
}
