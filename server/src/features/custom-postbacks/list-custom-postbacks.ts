import type { CustomPostback, listCustomPostbacks as route } from '@muneem/contract/custom-postbacks';
import type { RouteQuery } from '@muneem/contract/http';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { toCustomPostback } from './custom-postback.mapper.ts';
import { listCustomPostbackRows } from './custom-postbacks.repository.ts';

type Query = RouteQuery<typeof route>;

const SORT_KEYS: Readonly<Record<Query['sort'], (postback: CustomPostback) => string | number>> = {
  priority: (postback) => postback.priority,
  companyName: (postback) => postback.companyName.toLowerCase(),
  eventName: (postback) => postback.eventName.toLowerCase(),
  createdAt: (postback) => postback.createdAt,
  totalFired: (postback) => postback.statistics.totalFired,
  successRate: (postback) => postback.statistics.successRate,
};

/** Searches and sorts in memory: an offer has at most 200. */
export async function listCustomPostbacks(dependencies: CustomPostbackDependencies, offerId: string, query: Query) {
  const view = { secrets: dependencies.secrets, offers: dependencies.offers, now: dependencies.clock.now() };
  const rows = await listCustomPostbackRows(dependencies.database, offerId);
  const all = rows.map((row) => toCustomPostback(row, view));
  const matching = all.filter((postback) => isMatch(postback, query));
  const key = SORT_KEYS[query.sort];
  const sign = query.order === 'asc' ? 1 : -1;
  matching.sort((a, b) => sign * compare(key(a), key(b)));
  const postbacks = matching.slice((query.page - 1) * query.limit, query.page * query.limit);
  return {
    postbacks,
    groupedByCompany: Object.fromEntries(Map.groupBy(postbacks, ({ companyName }) => companyName)),
    companies: [...new Set(all.map(({ companyName }) => companyName))].sort((a, b) => a.localeCompare(b)),
    total: matching.length,
  };
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

function isMatch(postback: CustomPostback, { company, event, status, search }: Query): boolean {
  const same = (given: string | undefined, value: string): boolean =>
    !given || given.toLowerCase() === value.toLowerCase();
  const { companyName, companyId, eventName, postbackUrl } = postback;
  const text = [companyName, companyId, eventName, postbackUrl].join('\n').toLowerCase();
  return (
    (same(company, companyName) || same(company, companyId)) &&
    same(event, eventName) &&
    (status === 'all' || status === postback.status) &&
    text.includes(search.toLowerCase())
  );
}
