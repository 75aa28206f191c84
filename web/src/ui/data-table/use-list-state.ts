import { useMemo, useState } from 'react';
import { oneOf, readUrlState, text, useUrlState, wholeNumber } from '#lib/url-state.ts';
import type { SearchParams, UrlCodec, UrlValues } from '#lib/url-state.ts';

export type Order = 'asc' | 'desc';
type FilterCodecs = object;

export interface ListConfig<Sort extends string, Filters extends FilterCodecs> {
  /** The API's sort keys. The first is the default. */
  readonly sorts: readonly [Sort, ...Sort[]];
  /** The default order, used if the URL has none. */
  readonly orderOf: (filters: UrlValues<Filters>) => Order;
  readonly limit: number;
  readonly filters: Filters;
  readonly codecs: Readonly<Record<string, UrlCodec<never>>>;
  readonly prefix: string;
  readonly inWindow: boolean;
}

/**
 * Declares the URL state of a list. Declare it once per list, at module level: `const USERS = listConfig({ sorts:
 * ['createdAt', 'coins'], limit: 50, filters: { status: oneOf(STATUSES, 'all') } })`. `prefix` separates a second list
 * of the same screen. `inWindow`: its changes replace the history entry, so that one Back closes the window.
 */
export function listConfig<
  const Sort extends string,
  const Filters extends FilterCodecs = Record<never, never>,
>(options: {
  readonly sorts: readonly [Sort, ...Sort[]];
  readonly order?: Order | ((filters: UrlValues<Filters>) => Order);
  readonly limit?: number;
  readonly filters?: Filters;
  readonly prefix?: string;
  readonly inWindow?: boolean;
}): ListConfig<Sort, Filters> {
  const { sorts, order = 'desc', limit = 50, filters = {} as Filters, prefix = '', inWindow = false } = options;
  const own = {
    page: wholeNumber(1, { min: 1 }),
    limit: wholeNumber(limit, { min: 10, max: 500 }),
    search: text(),
    sort: oneOf<string>(sorts, sorts[0]),
    order: oneOf<Order | ''>(['asc', 'desc'], ''),
  };
  const named = Object.entries({ ...own, ...filters }).map(([name, codec]) => [prefix + name, codec]);
  const orderOf = typeof order === 'function' ? order : () => order;
  return { sorts, orderOf, limit, filters, prefix, inWindow, codecs: Object.fromEntries(named) };
}

/** The query parameters of the API call, filters included. */
export type ListQueryState<Sort extends string, Filters extends FilterCodecs> = {
  readonly page: number;
  readonly limit: number;
  readonly search: string;
  readonly sort: Sort;
  readonly order: Order;
  /** From the answer of a page near this one. Undefined: the page is opened by its number. */
  readonly anchor?: string | undefined;
} & UrlValues<Filters>;

export interface ListState<Sort extends string = string, Filters extends FilterCodecs = FilterCodecs> {
  /** Returns the same object until a value changes. Use it as query key. */
  readonly query: ListQueryState<Sort, Filters>;
  /** True if a search or filter is set. */
  readonly isFiltered: boolean;
  /** Changes with search and filters, not with page or order. A selection is valid for one key. */
  readonly filterKey: string;
  /** @param anchor of the shown page: the next one begins where the shown one ends, whatever came or went since */
  readonly setPage: (page: number, anchor?: string) => void;
  readonly setLimit: (limit: number) => void;
  readonly setSort: (sort: string, order: Order) => void;
  readonly setSearch: (search: string) => void;
  readonly setFilters: (filters: Partial<UrlValues<Filters>>) => void;
  /** Resets the search and all filters. */
  readonly clearFilters: () => void;
}

/** The types of a declared list: `QueryOf<typeof USERS>`. */
export type QueryOf<Config> =
  Config extends ListConfig<infer Sort, infer Filters> ? ListQueryState<Sort, Filters> : never;
export type ListOf<Config> = Config extends ListConfig<infer Sort, infer Filters> ? ListState<Sort, Filters> : never;

/** Derives the list's state from the URL values. */
export function viewOfList<Sort extends string, Filters extends FilterCodecs>(
  { prefix, filters, orderOf }: ListConfig<Sort, Filters>,
  values: Readonly<Record<string, unknown>>,
) {
  const plain = Object.fromEntries(Object.entries(values).map(([name, value]) => [name.slice(prefix.length), value]));
  const codecs = Object.entries(filters as Record<string, UrlCodec<unknown>>);
  const defaults = Object.fromEntries(codecs.map(([name, codec]) => [name, codec.parse(undefined)]));
  const ownOrder = orderOf(plain as unknown as UrlValues<Filters>);
  const changed = codecs.some(([name]) => plain[name] !== defaults[name]);
  return {
    query: { ...plain, order: plain['order'] || ownOrder } as unknown as ListQueryState<Sort, Filters>,
    isFiltered: plain['search'] !== '' || changed,
    filterKey: JSON.stringify([plain['search'], ...codecs.map(([name]) => plain[name])]),
    ownOrder,
    defaults,
  };
}

/** Returns a list's query parameters for a URL, outside its screen. */
export const listQueryOf = <Sort extends string, Filters extends FilterCodecs>(
  config: ListConfig<Sort, Filters>,
  search: SearchParams,
): ListQueryState<Sort, Filters> => viewOfList(config, readUrlState(config.codecs, search)).query;

/**
 * The page, page size, search, order and filters of a list, stored in the URL. Every other change resets the page to 1.
 */
export function useListState<Sort extends string, Filters extends FilterCodecs>(
  config: ListConfig<Sort, Filters>,
): ListState<Sort, Filters> {
  const [values, setUrl] = useUrlState(config.codecs);
  // Not in the URL: a saved link opens the rows that its page number has on that day.
  const [anchored, setAnchored] = useState<{ readonly list: string; readonly anchor: string | undefined }>();
  return useMemo(() => {
    const { defaults, ownOrder, query, ...view } = viewOfList(config, values);
    const list = JSON.stringify({ ...query, page: 0 });
    const anchor = query.page > 1 && anchored?.list === list ? anchored.anchor : undefined;
    const set = (change: Record<string, unknown>, replace = false) => {
      const named = Object.entries({ page: 1, ...change }).map(([name, value]) => [config.prefix + name, value]);
      setUrl(Object.fromEntries(named) as never, { replace: config.inWindow || replace });
    };
    return {
      ...view,
      query: anchor === undefined ? query : { ...query, anchor },
      setPage: (page, near) => {
        setAnchored({ list, anchor: near });
        set({ page });
      },
      setLimit: (limit) => set({ limit }),
      setSort: (sort, order) => set({ sort, order: order === ownOrder ? '' : order }),
      // The first letter adds a history entry and the next ones replace it: one Back removes the search.
      setSearch: (next) => set({ search: next }, (query as { search: string }).search !== ''),
      setFilters: (change) => set(change),
      clearFilters: () => set({ search: '', ...defaults }),
    };
  }, [config, values, setUrl, anchored]);
}
