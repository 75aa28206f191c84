import { expect, it } from 'vitest';
import { oneOf, parseSearch, readUrlState } from '#lib/url-state.ts';
import { listConfig, viewOfList } from './use-list-state.ts';

const STATUSES = ['pending', 'all'] as const;
const config = listConfig({
  sorts: ['createdAt', 'coins'],
  limit: 20,
  filters: { status: oneOf(STATUSES, 'pending') },
});
const view = (address: string) => viewOfList(config, readUrlState(config.codecs, parseSearch(address)));

it('requests the first page in the default order without parameters', () => {
  expect(view('').query).toEqual({
    page: 1,
    limit: 20,
    search: '',
    sort: 'createdAt',
    order: 'desc',
    status: 'pending',
  });
  expect(view('').isFiltered).toBe(false);
});

it('uses the order of its filter if the URL has none', () => {
  const own = listConfig({
    sorts: ['date'],
    order: ({ status }) => (status === 'pending' ? 'asc' : 'desc'),
    filters: { status: oneOf(STATUSES, 'pending') },
  });
  const orderAt = (address: string) => viewOfList(own, readUrlState(own.codecs, parseSearch(address))).query.order;
  expect([orderAt(''), orderAt('?status=all'), orderAt('?order=desc')]).toEqual(['asc', 'desc', 'desc']);
});

it('reads all parameters, and invalid ones as their default', () => {
  expect(view('?page=3&limit=50&search=asha&sort=coins&order=asc&status=all').query).toEqual({
    page: 3,
    limit: 50,
    search: 'asha',
    sort: 'coins',
    order: 'asc',
    status: 'all',
  });
  expect(view('?page=0&limit=100000&sort=password&order=up&status=x').query).toEqual(view('').query);
});

it('separates a second list of the same screen by its prefix', () => {
  const history = listConfig({ sorts: ['date'], limit: 50, prefix: 'h.' });
  const values = readUrlState(history.codecs, parseSearch('?page=7&h.page=2&search=a'));
  expect(viewOfList(history, values).query).toMatchObject({ page: 2, search: '' });
});

it('is filtered by search and filters, not by page and order', () => {
  expect(
    [view('?search=a'), view('?status=all'), view('?page=2&sort=coins')].map(({ isFiltered }) => isFiltered),
  ).toEqual([true, true, false]);
});

it('keeps a selection across pages and orders, and clears it with another filter', () => {
  const { filterKey } = view('');
  expect(view('?page=2&sort=coins&order=asc&limit=50').filterKey).toBe(filterKey);
  expect(view('?search=a').filterKey).not.toBe(filterKey);
  expect(view('?status=all').filterKey).not.toBe(filterKey);
});
