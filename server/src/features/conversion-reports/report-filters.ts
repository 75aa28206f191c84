import { withAliases } from '@muneem/contract/conversions';
import {
  MAX_SEARCHED_USERS,
  readCityKey,
  type City,
  type ConversionSource,
  type ConversionStatus,
  type getConversionStats,
} from '@muneem/contract/conversion-reports';
import type { RouteQuery } from '@muneem/contract/http';
import { listConversionIds, listConversionIdsOfUser } from '#features/conversions/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import { listOfferIdsOfNetwork } from '#features/offers/index.ts';
import { searchUserIds } from '#features/users/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';

/** The meaning of a search: conversions by id, such as those of a click, or the conversions of users. */
export type ReportSearch =
  | { readonly conversionIds: readonly string[] }
  | {
      readonly userIds: readonly number[];
      /** More users match than the limit. */ readonly isCutShort: boolean;
    };

export interface ReportFilters {
  readonly source: ConversionSource | undefined;
  /** Lower-case names. Undefined: all events. */
  readonly events: readonly string[] | undefined;
  readonly status: ConversionStatus | undefined;
  /** One offer, or all offers of a network. */
  readonly offerIds: readonly string[] | undefined;
  /** State and country are only set to distinguish cities of one name. Empty: unknown. */
  readonly city: (Pick<City, 'city'> & Partial<City>) | undefined;
  /** Days in Asia/Kolkata, both inclusive. */
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
  readonly search: ReportSearch | undefined;
  /** The current day in Asia/Kolkata. */
  readonly today: string;
}

export const NO_FILTERS = {
  source: undefined,
  events: undefined,
  status: undefined,
  offerIds: undefined,
  city: undefined,
  startDate: undefined,
  endDate: undefined,
  search: undefined,
} as const;

export async function readFilters(
  database: Queryable,
  query: RouteQuery<typeof getConversionStats>,
  now: Date,
): Promise<ReportFilters> {
  const { startDate, endDate, event, source, status, offer, network, city, search } = query;
  return {
    source,
    status,
    offerIds: await readOffers(database, offer, network),
    city: city === '' ? undefined : readCityKey(city),
    startDate,
    endDate,
    today: kolkataDay(now),
    events: event === undefined || event === '' ? undefined : eventsOf(event),
    search: search === '' ? undefined : await understand(database, search),
  };
}

async function readOffers(q: Queryable, offer: string, network: string): Promise<readonly string[] | undefined> {
  if (network === '') return offer === '' ? undefined : [offer];
  const ofNetwork = await listOfferIdsOfNetwork(q, network);
  return offer === '' ? ofNetwork : ofNetwork.filter((id) => id === offer);
}

/** With more ids, a statement by user is faster. */
const MOST_IDS = 200;

async function understand(q: Queryable, search: string): Promise<ReportSearch> {
  if (timeOfUlid(search.toUpperCase())) return { conversionIds: await listConversionIds(q, search.toUpperCase()) };
  if (conversionTime(search)) return { conversionIds: [search] };
  const found = await searchUserIds(q, search, MAX_SEARCHED_USERS + 1);
  if (found.length === 1) {
    const ids = await listConversionIdsOfUser(q, found[0] as number, MOST_IDS + 1);
    if (ids.length <= MOST_IDS) return { conversionIds: ids };
  }
  return { userIds: found.slice(0, MAX_SEARCHED_USERS), isCutShort: found.length > MAX_SEARCHED_USERS };
}

/** Returns whether the search matches more users than the limit, so the result is incomplete. */
export const isCutShort = ({ search }: ReportFilters): boolean =>
  search !== undefined && 'userIds' in search && search.isCutShort;

/** Returns the time in a conversion's id (`cnv_` and a ULID). It equals `created_at`, so it selects the partition. */
export const conversionTime = (id: string): Date | null => (id.startsWith('cnv_') ? timeOfUlid(id.slice(4)) : null);

/** Returns a name and its aliases. A manual payment's name has capitals. */
const eventsOf = (event: string): readonly string[] => [...new Set([...withAliases(event.toLowerCase()), event])];
