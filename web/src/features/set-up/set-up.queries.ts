import { testSetUp } from '@muneem/contract/set-up';
import { routeQuery } from '#lib/route-query.ts';

/** Each test calls other systems, so it runs once per visit of the dashboard. */
export const setUpTestsQuery = () => routeQuery(['set-up', 'tests'], testSetUp, {}, { staleTime: 60_000 });
