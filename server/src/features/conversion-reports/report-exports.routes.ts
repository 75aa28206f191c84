import {
  exportBreakdownCsv,
  exportBreakdownWorkbook,
  exportConversionsCsv,
  exportConversionsWorkbook,
  MAX_SEARCHED_USERS,
} from '@muneem/contract/conversion-reports';
import { groupDigits } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { HttpServer } from '#platform/http/index.ts';
import { registerExports } from '#features/exports/index.ts';
import { breakDown } from './break-down.ts';
import { breakdownTable } from './breakdown-export.ts';
import { conversionTable } from './conversion-export.repository.ts';
import { isCutShort, readFilters } from './report-filters.repository.ts';
import { sumConversions } from './report-sums.repository.ts';

export function registerReportExports(
  http: HttpServer,
  dependencies: Pick<Platform, 'database' | 'readDatabase' | 'clock'>,
): void {
  const { clock } = dependencies;
  const exports = { csv: exportConversionsCsv, xlsx: exportConversionsWorkbook };
  registerExports(http, dependencies, exports, async (reader, query) => {
    const filters = await readFilters(reader, query, clock.now());
    if (isCutShort(filters)) {
      throw new AppError(
        'validation_failed',
        `More than ${groupDigits(MAX_SEARCHED_USERS)} users match this search, so the file would be incomplete. Narrow or clear the search.`,
      );
    }
    const { startDate = 'start', endDate = kolkataDay(clock.now()) } = filters;
    return {
      kind: 'conversions',
      entityType: 'conversion',
      fileName: `conversion_reports_${startDate}_to_${endDate}`,
      table: conversionTable(reader, filters),
      total: (await sumConversions(reader, filters)).conversions,
    };
  });

  const ofBreakdown = { csv: exportBreakdownCsv, xlsx: exportBreakdownWorkbook };
  registerExports(http, dependencies, ofBreakdown, async (reader, query) => {
    const filters = await readFilters(reader, { ...query, search: '' }, clock.now());
    const groups = await breakDown(reader, filters, query.by);
    const { startDate = 'start', endDate = kolkataDay(clock.now()) } = filters;
    return {
      kind: 'breakdown',
      entityType: 'conversion',
      fileName: `conversions_by_${query.by}_${startDate}_to_${endDate}`,
      table: breakdownTable(query.by, groups),
      total: groups.length,
    };
  });
}
