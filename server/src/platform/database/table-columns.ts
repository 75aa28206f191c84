import type { Coins } from '@muneem/contract/money';
import { columnOf } from '#platform/database-driver/index.ts';
import { Sql } from './sql.ts';
import { TABLES, type Column, type Generated } from './tables.ts';

type Tables = typeof TABLES;
export type Table = keyof Tables;
type ValueOf<C> = C extends Column<infer Value> ? Value : never;

/** A row of a table as the driver returns it. */
export type Row<T extends Table> = { [C in keyof Tables[T]]: ValueOf<Tables[T][C]> };

/** The row behind an answer of the contract: its times and coins as the driver returns them. `Not`: what a mapper adds. */
export type RowOf<Answer, Not extends keyof Answer = never> = {
  readonly [Name in Exclude<keyof Answer, Not>]: Name extends 'at' | `${string}At` | `${string}Since`
    ? Date | Extract<Answer[Name], null>
    : Name extends 'coins' | `${string}Coins`
      ? Coins
      : Answer[Name];
};

type Writable<T extends Table> = {
  [C in keyof Tables[T] as Tables[T][C] extends Generated<unknown> ? never : C]: ValueOf<Tables[T][C]>;
};

type Picks<T extends Table, Item> = { readonly [C in keyof Writable<T>]?: (item: Item) => Writable<T>[C] };

/** Columns of a table and the sources of their values. */
export interface TableColumns<Item> {
  readonly table: Table;
  readonly count: number;
  /** `id, created_at, …` */
  readonly names: string;
  /** `alias.id, alias.created_at, …` */
  namesIn(alias: string): string;
  /** `$1::text[], $2::timestamptz[], …`: the parameters of `valuesOf` for a prepared statement, from a position on. */
  parameters(first?: number): string;
  /** One array per column. */
  valuesOf(items: readonly Item[]): unknown[][];
  /** `unnest(…) as name (id, created_at, …)` with its values. */
  unnest(items: readonly Item[], name: string): Sql;
}

/** Lists columns for UNNEST. Each value is named by its column, so no position can shift. */
export function columnsOf<T extends Table, Item>(table: T, picks: Picks<T, Item>): TableColumns<Item> {
  const keys = Object.keys(picks);
  const columns = keys.map(columnOf);
  const types = keys.map((key) => (TABLES[table] as Record<string, string>)[key]);
  const pickers = Object.values(picks) as ((item: Item) => unknown)[];
  const names = columns.join(', ');
  const valuesOf = (items: readonly Item[]): unknown[][] => pickers.map((pick) => items.map(pick));
  return {
    table,
    names,
    count: columns.length,
    namesIn: (alias) => columns.map((column) => `${alias}.${column}`).join(', '),
    parameters: (first = 1) => types.map((type, index) => `$${first + index}::${type}[]`).join(', '),
    valuesOf,
    unnest: (items, name) => {
      const casts = types.map((type, index) => `::${type}[]${index === types.length - 1 ? '' : ', '}`);
      return new Sql(['unnest(', ...casts.slice(0, -1), `${casts.at(-1)}) as ${name} (${names})`], valuesOf(items));
    },
  };
}

/** Lists the columns of items that already are rows. @param without columns that the database or the statement fills */
export function rowColumns<T extends Table, W extends keyof Row<T> = never>(
  table: T,
  without: readonly W[] = [],
): TableColumns<Omit<Row<T>, W>> {
  const names = Object.keys(TABLES[table]).filter((name) => !without.includes(name as W));
  const picks = names.map((name) => [name, (item: Record<string, unknown>) => item[name]]);
  return columnsOf<T, Omit<Row<T>, W>>(table, Object.fromEntries(picks) as Picks<T, Omit<Row<T>, W>>);
}
