import {
  getConversion,
  getConversionBreakdown,
  getConversionStats,
  listConversionReports,
} from '@muneem/contract/conversion-reports';
import { rupeesFromPaise } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { registerReplicaRoute, registerRoute, REPLIED, type HttpServer } from '#platform/http/index.ts';
import { listContradictionsOf, toContradiction } from '#features/conversions/index.ts';
import { breakDown, earningsOf } from './break-down.ts';
import { findConversion } from './conversion-reports.repository.ts';
import { listReports } from './list-reports.ts';
import { isCutShort, readFilters } from './report-filters.repository.ts';
import { sumConversions } from './report-sums.repository.ts';

export function registerConversionReportRoutes(
  http: HttpServer,
  dependencies: Pick<Platform, 'database' | 'readDatabase' | 'clock'>,
): void {
  const { database, readDatabase, clock } = dependencies;
  registerReplicaRoute(http, readDatabase, listConversionReports, async (reader, { query, reply }) => {
    const filters = await readFilters(reader, query, clock.now());
    const [{ rows, ...found }, { conversions: total }] = await Promise.all([
      listReports(reader, filters, query, clock.now()),
      sumConversions(reader, filters),
    ]);
    const { page, limit } = query;
    const totals = {
      pagination: { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) },
      total,
      ...(isCutShort(filters) ? { isCutShort: true } : {}),
      ...found,
    };
    // The rows are written as JSON while they are read. Checking 10,000 of them again would take half a second.
    // As bytes: a text would be read a second time for its length.
    await reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        Buffer.from(
          `{"success":true,"conversions":[${rows.map(({ json }) => json).join(',')}],${JSON.stringify(totals).slice(1)}`,
        ),
      );
    return REPLIED;
  });

  registerReplicaRoute(http, readDatabase, getConversionStats, async (reader, { query }) => {
    const sums = await sumConversions(reader, await readFilters(reader, query, clock.now()));
    return {
      stats: {
        totalConversions: sums.conversions,
        totalPayout: rupeesFromPaise(sums.totalPayoutPaise),
        postbackConversions: sums.postback,
        smartPollConversions: sums.smartPoll,
        approvedConversions: sums.approved,
        ...earningsOf(sums),
      },
    };
  });

  registerReplicaRoute(http, readDatabase, getConversionBreakdown, async (reader, { query }) => {
    const filters = await readFilters(reader, { ...query, search: '' }, clock.now());
    return { groups: await breakDown(reader, filters, query.by) };
  });

  registerRoute(http, getConversion, async ({ params }) => {
    const [conversion, contradictions] = await Promise.all([
      findConversion(database, params.conversionId),
      listContradictionsOf(database, params),
    ]);
    if (!conversion) throw new AppError('not_found', 'Conversion not found');
    return { conversion: { ...conversion, contradictions: contradictions.map(toContradiction) } };
  });
}
