import {
  ATTENTION_KINDS,
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  getPayoutAttention,
  listPayoutDifferences,
} from '@muneem/contract/payouts';
import { queryClient } from '#lib/query-client.ts';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { oneOf, readUrlState } from '#lib/url-state.ts';
import { listConfig, listQueryOf, type QueryOf } from '#ui/data-table/index.ts';

export const VIEWS = ['attention', 'reconciliation'] as const;
export const VIEW = { view: oneOf(VIEWS, 'attention') };

export const ATTENTION = listConfig({
  sorts: ['since'],
  filters: { kind: oneOf(['all', ...ATTENTION_KINDS], 'all') },
  prefix: 'a-',
});

export const DIFFERENCES = listConfig({
  sorts: ['lastSeenAt', 'firstSeenAt'],
  filters: {
    kind: oneOf(['all', ...DIFFERENCE_KINDS], 'all'),
    state: oneOf(['all', ...DIFFERENCE_STATES], 'open'),
  },
  prefix: 'd-',
});

/** Oldest first: they have waited longest. */
export const attentionQuery = ({ page, limit, search, kind }: QueryOf<typeof ATTENTION>) =>
  routeQuery(['withdrawals', 'attention', { page, limit, search, kind }], getPayoutAttention, {
    query: { page, limit, search, kind, order: 'asc' },
  });

const WHILE_RUNNING_MS = 2_000;

export const differencesQuery = (query: QueryOf<typeof DIFFERENCES>) =>
  routeQuery(
    ['withdrawals', 'differences', query],
    listPayoutDifferences,
    { query },
    {
      refetchInterval: ({ state }) => (state.data?.lastRun?.status === 'running' ? WHILE_RUNNING_MS : false),
    },
  );

/** All payment queries share one key prefix: a decision changes the other lists too. */
export const refreshPayouts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['withdrawals'] });

export const screenQueries: ScreenQueries = (client, { search }) => [
  readUrlState(VIEW, search).view === 'attention'
    ? client.prefetchQuery(attentionQuery(listQueryOf(ATTENTION, search)))
    : client.prefetchQuery(differencesQuery(listQueryOf(DIFFERENCES, search))),
];
