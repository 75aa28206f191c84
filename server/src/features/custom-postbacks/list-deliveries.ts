import { MAX_DELIVERY_ROWS, type listDeliveries as route } from '@muneem/contract/custom-postbacks';
import type { RouteQuery } from '@muneem/contract/http';
import { endOfKolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import type { HandlerAnswer } from '#platform/http/index.ts';
import { lowestUlid } from '#platform/ids/index.ts';
import { toDelivery } from './delivery.mapper.ts';
import { countDeliveries, listDeliveryRows, type DeliveryFilter } from './deliveries.repository.ts';

export async function listDeliveries(
  database: Database,
  offerId: string,
  query: RouteQuery<typeof route>,
): Promise<HandlerAnswer<typeof route>> {
  const status = query.status === 'all' ? undefined : query.status;
  const filter = { ...filterOf(offerId, query), status, search: query.search };
  const [{ rows, ...page }, total] = await Promise.all([
    listDeliveryRows(database, filter, query),
    countDeliveries(database, filter, MAX_DELIVERY_ROWS),
  ]);
  return { deliveries: rows.map(toDelivery), total, ...page };
}

interface CommonFilter {
  readonly postbackId?: string | undefined;
  readonly event?: string | undefined;
  readonly company?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Maps days in Asia/Kolkata to bounds of conversion ids, which start with their time. */
export function filterOf(
  offerId: string,
  { postbackId, event, company, startDate, endDate }: CommonFilter,
): DeliveryFilter {
  return {
    offerId,
    postbackId,
    event,
    company,
    fromConversionId: startDate === undefined ? undefined : conversionIdAt(startOfKolkataDay(startDate)),
    untilConversionId: endDate === undefined ? undefined : conversionIdAt(endOfKolkataDay(endDate)),
  };
}

const conversionIdAt = (at: Date): string => `cnv_${lowestUlid(at)}`;
