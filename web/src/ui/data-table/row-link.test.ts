import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { parseSearch, stringifySearch, type SearchParams } from '#lib/url-state.ts';
import type { RowLink } from './columns.ts';
import { hrefOf } from './row-link.tsx';

const root = createRootRoute({ validateSearch: (search): SearchParams => search as SearchParams });
const router = createRouter({
  routeTree: root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/users' }),
    createRoute({ getParentRoute: () => root, path: '/clicks/$id' }),
  ]),
  history: createMemoryHistory({ initialEntries: ['/users?search=a%20b%26c&page=3'] }),
  parseSearch,
  stringifySearch,
});

it.each<RowLink>([
  { to: '/users', search: (before) => ({ ...before, user: 'ü/1' }) },
  { to: '.', search: (before) => ({ ...before, inbound: 'x=1' }) },
  { to: '/users', search: { withdrawal: 'wd 1', status: undefined } },
  { to: '/clicks/$id', params: { id: 'a/b c' } },
])('builds the same URL as the router: $to', async (link) => {
  await router.load();
  const { pathname, search } = router.latestLocation;
  expect(hrefOf(link, { pathname, search: search as SearchParams })).toBe(router.buildLocation(link as never).href);
});
