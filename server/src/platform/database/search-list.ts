import type { Queryable } from './database.ts';
import { readPage, type ListPage, type ListQuery, type SortKey, type Spot } from './list-page.ts';
import { raw, sql, type Sql } from './sql.ts';
import { MOST_COLLECTED, type TextMatch } from './text-match.ts';

/** The rows of a list. */
export interface ListSource {
  /** A table with its joins. */
  readonly from: Sql;
  readonly key: SortKey;
  /** The filters of page and sums. */
  readonly filter: Sql;
  /** Filters of the page alone. They read `columns`. */
  readonly narrowed?: Sql;
  readonly columns?: readonly string[];
  /** A JSON value of the rows `found`, with these columns. */
  readonly sums?: Sql;
}

export interface Counted<Sums> {
  /** Matches of `filter`. */
  readonly total: number;
  readonly sums: Sums;
  /** Only the first `mostCounted` matches are counted and summed. */
  readonly isCutShort: boolean;
}

const EVERY = sql`true`;

/** Reads the ids of a page by the index of its order. */
export const listInOrder = (
  q: Queryable,
  query: ListQuery,
  { from, key, filter, narrowed = EVERY }: ListSource,
  match = EVERY,
): Promise<ListPage<Spot>> =>
  readPage(query, key, ({ where, orderBy, range, direction }) =>
    // The text is made of the page's values only, not of each row that is skipped.
    q.query<Spot>(sql`
      select id, value::text as sort_value from (
        select ${raw(key.id)} as id, ${raw(key.value)} as value from ${from}
        where ${filter} and ${narrowed} and ${match} and ${where} order by ${orderBy} ${range}
      ) page order by value ${raw(direction)}, id ${raw(direction)}`),
  );

/** Reads the ids of a page of matches, and counts and sums the matches. */
export async function searchList<Sums>(
  q: Queryable,
  query: ListQuery,
  source: ListSource,
  { match: { byIndex, inOrder }, mostCounted }: { readonly match: TextMatch; readonly mostCounted: number },
): Promise<ListPage<Spot> & Counted<Sums>> {
  const collected = byIndex && (await collect<Sums>(q, query, source, byIndex));
  if (collected && collected.total < MOST_COLLECTED) return { ...collected, isCutShort: false };
  const [page, counted] = await Promise.all([
    listInOrder(q, query, source, inOrder),
    q.getOne<{ total: number; sums: Sums }>(sql`with ${foundOf(source, inOrder, mostCounted)} ${countOf(source)}`),
  ]);
  return { ...page, ...counted, isCutShort: counted.total === mostCounted };
}

/** Collects the matches, for the page and the sums. */
async function collect<Sums>(
  q: Queryable,
  query: ListQuery,
  source: ListSource,
  match: Sql,
): Promise<ListPage<Spot> & Omit<Counted<Sums>, 'isCutShort'>> {
  let counted = { total: 0, sums: null as Sums };
  const page = await readPage(query, { value: 'value', id: 'id' }, async ({ where, orderBy, range }) => {
    const rows = await q.query<{ total: number; sums: Sums } & Spot & { id: Spot['id'] | null }>(sql`
      with ${foundOf(source, match, MOST_COLLECTED)}
      select counted.*, page.id, page.value::text as sort_value from (${countOf(source)}) counted left join lateral (
        select id, value from found where ${source.narrowed ?? EVERY} and ${where} order by ${orderBy} ${range}
      ) page on true
      order by ${orderBy}`);
    return rows.flatMap(({ total, sums, ...spot }) => {
      counted = { total, sums };
      return spot.id === null ? [] : [spot];
    });
  });
  return { ...page, ...counted };
}

const foundOf = ({ from, key, filter, columns = [] }: ListSource, match: Sql, most: number): Sql => sql`
  found as materialized (
    select ${raw([`${key.id} as id`, `${key.value} as value`, ...columns].join(', '))} from ${from}
    where ${filter} and ${match} limit ${most}
  )`;

const countOf = ({ sums = sql`null` }: ListSource): Sql =>
  sql`select (select count(*) from found) as total, ${sums} as sums`;
