import { DELIVERY_STATUSES, getDelivery, listDeliveries } from '@muneem/contract/custom-postbacks';
import {
  getInboundPostback,
  listInboundPostbacks,
  POSTBACK_VERDICTS,
  type PostbackVerdict,
} from '@muneem/contract/postbacks';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { routeQuery } from '#lib/route-query.ts';
import { chosenFilters, day, oneOf, text, type UrlValues } from '#lib/url-state.ts';
import { listConfig, type QueryOf } from '#ui/data-table/index.ts';
import { REFRESH_MS } from '../postbacks.queries.ts';

export const DIRECTION = { direction: oneOf(['inbound', 'outbound'], 'inbound') };

export const VERDICTS = ['all', ...(Object.keys(POSTBACK_VERDICTS) as PostbackVerdict[])] as const;
export const INBOUND = {
  verdict: oneOf(VERDICTS, 'all'),
  event: text(),
  clickId: text(),
  startDate: day(),
  endDate: day(),
};
export type InboundFilters = UrlValues<typeof INBOUND>;

export const inboundFilter = (offerId: string, filters: InboundFilters) => ({ offerId, ...chosenFilters(filters) });

export const inboundQuery = (offerId: string, filters: InboundFilters) =>
  infiniteQueryOptions({
    queryKey: ['inbound-postbacks', 'list', offerId, filters],
    queryFn: ({ pageParam, signal }) =>
      api(listInboundPostbacks, {
        query: { ...inboundFilter(offerId, filters), cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: REFRESH_MS,
  });

export const inboundPostbackQuery = (id: string) =>
  routeQuery(['inbound-postbacks', 'one', id], getInboundPostback, { params: { id } });

/** The URL state of the outbound log, separate from the inbound log. */
export const OUTBOUND = listConfig({
  sorts: ['createdAt'],
  filters: {
    status: oneOf(['all', ...DELIVERY_STATUSES], 'all'),
    postbackId: text(),
    event: text(),
    company: text(),
    startDate: day(),
    endDate: day(),
  },
  prefix: 'o-',
});
export type OutboundQuery = QueryOf<typeof OUTBOUND>;

/** The filters that apply to "Resend all failed". */
export const failedFilters = ({ postbackId, event, company, startDate, endDate }: OutboundQuery) =>
  chosenFilters({ postbackId, event, company, startDate, endDate });
export type FailedFilters = ReturnType<typeof failedFilters>;

/** Under the key `custom-postbacks`, so that a change or a resend also refreshes the log. */
export const deliveriesQuery = (offerId: string, query: OutboundQuery) =>
  routeQuery(
    ['custom-postbacks', 'deliveries', offerId, query],
    listDeliveries,
    { params: { id: offerId }, query },
    { refetchInterval: REFRESH_MS },
  );

/** Counts the failed deliveries that match the filters, regardless of status and search. */
export const failedCountQuery = (offerId: string, filters: FailedFilters) =>
  queryOptions({
    queryKey: ['custom-postbacks', 'failed-count', offerId, filters],
    queryFn: async ({ signal }) => {
      const query = { ...filters, status: 'exhausted', limit: 1 } as const;
      return (await api(listDeliveries, { params: { id: offerId }, query, signal })).total;
    },
    refetchInterval: REFRESH_MS,
  });

const WHILE_SENDING_MS = 2_000;

export const deliveryQuery = (id: string) =>
  routeQuery(
    ['custom-postbacks', 'delivery', id],
    getDelivery,
    { params: { id } },
    {
      refetchInterval: ({ state }) => {
        const delivery = state.data?.delivery;
        if (delivery?.status === 'sending') return WHILE_SENDING_MS;
        return delivery?.status === 'waiting' && !delivery.held ? WHILE_SENDING_MS : REFRESH_MS;
      },
    },
  );
