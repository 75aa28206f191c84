import { getConversion, getConversionStats, listConversionReports } from '@muneem/contract/conversion-reports';
import { paise, rupeesFromPaise } from '@muneem/contract/money';
import { EVENT_ALIASES } from '@muneem/contract/conversions';
import type { RouteQuery } from '@muneem/contract/http';
import { AppError } from '#platform/app-error/index.ts';
import type { Database } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { toConversionDetails, toConversionRow } from './conversion-report.mapper.ts';
import {
  findConversion,
  listConversions,
  sumConversions,
  type ReportFilters,
} from './conversion-reports.repository.ts';

/** The three calls of the Conversion Reports screen (document 001 §7). */
export function registerConversionReportRoutes(http: HttpServer, { database }: { database: Database }): void {
  registerRoute(http, listConversionReports, async ({ query }) => {
    const filters = toFilters(query);
    const [rows, { total }] = await Promise.all([
      listConversions(database, filters, query),
      sumConversions(database, filters),
    ]);
    return {
      success: true as const,
      conversions: rows.map(toConversionRow),
      pagination: { page: query.page, limit: query.limit, total, pages: Math.max(1, Math.ceil(total / query.limit)) },
      total,
    };
  });

  registerRoute(http, getConversionStats, async ({ query }) => {
    const sums = await sumConversions(database, toFilters(query));
    return {
      success: true as const,
      stats: {
        totalConversions: sums.total,
        totalPayout: rupeesFromPaise(paise(sums.total_payout_paise)),
        postbackConversions: sums.postback,
        smartPollConversions: sums.smart_poll,
      },
    };
  });

  registerRoute(http, getConversion, async ({ params }) => {
    const record = await findConversion(database, params.conversionId);
    if (!record) throw new AppError('not_found', { userMessage: 'Conversion not found' });
    return { success: true as const, conversion: toConversionDetails(record) };
  });
}

function toFilters(query: RouteQuery<typeof getConversionStats>): ReportFilters {
  const { startDate, endDate, event, source, status, search } = query;
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) {
    throw new AppError('validation_failed', {
      userMessage: 'The start date is after the end date.',
      fields: { endDate: 'Choose a day on or after the start date.' },
    });
  }
  return {
    source,
    status,
    startDate,
    endDate,
    search,
    eventKeys: event === undefined || event === '' ? [] : withAliases(event.toLowerCase()),
  };
}

/** An event's name and the other names of the same thing: who filters for `register` means `signup` too. */
function withAliases(eventKey: string): readonly string[] {
  return EVENT_ALIASES.find((names) => (names as readonly string[]).includes(eventKey)) ?? [eventKey];
}
