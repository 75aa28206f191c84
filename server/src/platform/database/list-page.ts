import { AppError } from '#platform/app-error/index.ts';
import { sqlState } from '#platform/database-driver/index.ts';
import { raw, sql, type Sql } from './sql.ts';

type Direction = 'asc' | 'desc';

/** The page that a caller asks for. */
export interface ListQuery {
  readonly page: number;
  readonly limit: number;
  readonly sort: string;
  readonly order: Direction;
  /** From the answer of another page of the list. Undefined: the page is opened by its number. */
  readonly anchor?: string | undefined;
}

/** The order of a list: an expression that is never null, then the id. */
export interface SortKey {
  readonly value: string;
  readonly id: string;
}

/** Where a row is in the list's order. */
export interface Spot {
  /** The value as text, exactly as PostgreSQL writes it. */
  readonly sortValue: string;
  readonly id: string | number;
}

/** The clauses of one SELECT that reads a part of a list. */
export interface ListPart {
  readonly where: Sql;
  readonly orderBy: Sql;
  /** `limit … offset …` */
  readonly range: Sql;
  /** The last row of `range`, counted from the beginning of the part. */
  readonly most: number;
  readonly direction: Direction;
  /** The row at which the part begins. Undefined: the list's first row. */
  readonly from: Spot | undefined;
}

export interface ListPage<Row> {
  readonly rows: Row[];
  /** Opens this page and those near it again. Undefined: the page is empty. */
  readonly anchor: string | undefined;
  /** No row follows the page. */
  readonly isLast: boolean;
}

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const;

/**
 * Reads a page. With an anchor it reads on from the anchor's page: this is fast anywhere in a list, and rows that come
 * or go between two steps do not shift the next page. A page opened by its number skips the rows before it.
 * @throws AppError `bad_request` if the anchor is not of a list in this order
 */
export async function readPage<Row extends Spot>(
  query: ListQuery,
  key: SortKey,
  read: (part: ListPart) => Promise<Row[]>,
): Promise<ListPage<Row>> {
  const { page, limit, order } = query;
  const found = (rows: Row[], isLast: boolean): ListPage<Row> => ({ rows, anchor: anchorOf(query, rows), isLast });
  const readOn = async (part: ListPart): Promise<ListPage<Row>> => {
    const rows = await read(part);
    return found(rows.slice(0, limit), rows.length <= limit);
  };
  /** One row more than the page tells whether another follows. */
  const after = (pages: number): Pick<ListPart, 'range' | 'most'> => ({
    range: sql`limit ${limit + 1} offset ${pages * limit}`,
    most: (pages + 1) * limit + 1,
  });
  const fromStart = (): ListPart => ({ ...inOrder(key, order), where: sql`true`, from: undefined, ...after(page - 1) });

  const anchor = query.anchor === undefined ? undefined : readAnchor(query.anchor, query.sort);
  if (anchor === undefined || page === 1) return readOn(fromStart());
  const step = page - anchor.page;
  try {
    if (step === 0) return await readOn({ ...beside(key, order, anchor.first, 'included'), ...after(0) });
    if (step > 0) return await readOn({ ...beside(key, order, anchor.last), ...after(step - 1) });
    const before = await read({ ...beside(key, OPPOSITE[order], anchor.first), ...after(-step - 1) });
    if (before.length >= limit) return found(before.slice(0, limit).reverse(), false);
  } catch (error) {
    // A data exception: a value of the anchor is not one of this column.
    throw sqlState(error)?.startsWith('22') === true ? unknownAnchor(error) : error;
  }
  // The list's first rows are fewer than a page, so the number says more than the anchor.
  return readOn(fromStart());
}

const inOrder = ({ value, id }: SortKey, direction: Direction): Pick<ListPart, 'orderBy' | 'direction'> => ({
  orderBy: raw(`${value} ${direction}, ${id} ${direction}`),
  direction,
});

/** The rows behind `from`, seen in this direction. */
function beside(
  key: SortKey,
  direction: Direction,
  from: Spot,
  itself: 'included' | 'left out' = 'left out',
): Omit<ListPart, 'range' | 'most'> {
  const comparison = raw(`${direction === 'asc' ? '>' : '<'}${itself === 'included' ? '=' : ''}`);
  const where = sql`(${raw(key.value)}, ${raw(key.id)}) ${comparison} (${from.sortValue}, ${from.id})`;
  return { ...inOrder(key, direction), where, from };
}

interface Anchor {
  readonly page: number;
  readonly first: Spot;
  readonly last: Spot;
}

function anchorOf({ sort, page }: ListQuery, rows: readonly Spot[]): string | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const parts = [sort, page, first.sortValue, first.id, last.sortValue, last.id];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function readAnchor(text: string, expected: string): Anchor {
  const [sort, page, firstValue, firstId, lastValue, lastId] = partsOf(text);
  const isSpot = [firstValue, lastValue].every((value) => typeof value === 'string') && [firstId, lastId].every(isId);
  if (sort !== expected || !Number.isSafeInteger(page) || !isSpot) throw unknownAnchor();
  return {
    page: page as number,
    first: { sortValue: firstValue as string, id: firstId as Spot['id'] },
    last: { sortValue: lastValue as string, id: lastId as Spot['id'] },
  };
}

const isId = (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id);

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch (error) {
    throw unknownAnchor(error);
  }
}

const unknownAnchor = (cause?: unknown): AppError =>
  new AppError('bad_request', 'The anchor does not belong to this list. Leave it out to open the page by its number.', {
    cause,
  });
