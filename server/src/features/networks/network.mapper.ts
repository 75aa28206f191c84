import { rateOf, type Network, type NetworkRate, type NetworkSummary } from '@muneem/contract/networks';
import { isoDates } from '#platform/http/index.ts';
import type { ListedNetworkRow, RateRow, WholeNetworkRow } from './networks.repository.ts';

export const toRate = ({ from, microRupees }: RateRow): NetworkRate => ({ from, rupees: rateOf(microRupees) });

export const toNetwork = (row: WholeNetworkRow): Omit<Network, 'warnings'> => ({
  ...isoDates(row),
  _id: row.id,
  isArchived: row.archivedAt !== null,
  rates: row.rates.map(toRate),
});

export const toNetworkSummary = (row: ListedNetworkRow): NetworkSummary => ({
  ...isoDates(row),
  _id: row.id,
  isArchived: row.archivedAt !== null,
  currentRate: row.currentRate && toRate(row.currentRate),
});
