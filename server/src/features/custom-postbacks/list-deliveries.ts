import { MAX_DELIVERY_ROWS, type Delivery, type listDeliveries as route } from '@muneem/contract/custom-postbacks';
import type { RouteQuery } from '@muneem/contract/http';
import { endOfKolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { lowestUlid } from '#platform/ids/index.ts';
import { toDelivery } from './delivery.mapper.ts';
import { countDeliveries, listDeliveryRows, type DeliveryFilter } from './deliveries.repository.ts';

/** Lists a page of an offer's deliveries, newest first, with a bounded count. */
export async function listDeliveries(
  database: Database,
  offerId: string,
  query: RouteQuery<typeof route>,
): Promise<{ deliveries: Delivery[]; total: number }> {
  const { status, search, page, limit, order } = query;
  const filter = { ...filterOf(offerId, query), status: status === 'all' ? undefined : status, search };
  const offset = Math.min((page - 1) * limit, MAX_DELIVERY_ROWS);
  const [rows, total] = await Promise.all([
    listDeliveryRows(database, filter, { limit: Math.min(limit, MAX_DELIVERY_ROWS - offset), offset, order }),
    countDeliveries(database, filter, MAX_DELIVERY_ROWS),
  ]);
  return { deliveries: rows.map(toDelivery), total };
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
