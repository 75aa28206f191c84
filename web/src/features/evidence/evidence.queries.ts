import { getClickEvidence, listOwedReversals } from '@muneem/contract/evidence';
import { rights } from '@muneem/contract/rights';
import { may } from '#lib/may.ts';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';

export const evidenceQuery = (clickId: string) =>
  routeQuery(['evidence', 'click', clickId], getClickEvidence, { params: { id: clickId } });

export const owedReversalsQuery = () => routeQuery(['evidence', 'owed'], listOwedReversals, {});

export const screenQueries: ScreenQueries = (client) =>
  may(rights.seeOwedCoins) ? [client.prefetchQuery(owedReversalsQuery())] : [];

export const clickQueries: ScreenQueries = (client, { params: { id = '' } }) => [
  client.prefetchQuery(evidenceQuery(id.trim().toUpperCase())),
];
