import type { ConversionRow } from '@muneem/contract/conversion-reports';
import type { ExportFormat } from '@muneem/contract/exports';
import type { FastifyReply } from 'fastify';
import { streamExport } from '#features/exports/index.ts';
import type { Actor } from '#platform/audit-log/index.ts';
import { kolkataDay, type Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import type { Column } from '#platform/spreadsheet/index.ts';
import { toConversionRow } from './conversion-report.mapper.ts';
import { listConversionsAfter } from './conversion-reports.repository.ts';
import type { ReportFilters } from './report-filters.ts';
import { sumConversions } from './report-sums.repository.ts';

const PAGE = 200;

/** The 16 columns of document 001 §9, in order. */
const COLUMNS: readonly Column<ConversionRow>[] = [
  { name: 'Click ID', width: 28, cell: (row) => row.clickId },
  { name: 'Conversion ID', width: 32, cell: (row) => row.conversionId },
  { name: 'User Name', width: 20, cell: (row) => row.userName },
  { name: 'User Email', width: 26, cell: (row) => row.userId?.email ?? '' },
  { name: 'Offer Name', width: 26, cell: (row) => row.offerId?.title ?? row.campName },
  { name: 'Event', width: 12, cell: (row) => row.event },
  { name: 'Source', width: 12, cell: (row) => row.conversionSource },
  { name: 'Status', width: 12, cell: (row) => row.status },
  { name: 'User Payout', width: 12, format: 'money', cell: (row) => row.userPayout },
  { name: 'Total Payout', width: 12, format: 'money', cell: (row) => row.totalPayout },
  { name: 'Click IP', width: 16, cell: (row) => row.clickIp },
  { name: 'Conversion IP', width: 16, cell: (row) => row.conversionIp },
  { name: 'City', width: 14, cell: (row) => row.city },
  { name: 'State', width: 14, cell: (row) => row.state },
  { name: 'Country', width: 12, cell: (row) => row.country },
  { name: 'Created Date', width: 20, cell: (row) => new Date(row.createdAt) },
];

/** Streams the filters' conversions to a file, newest first. */
export async function exportReports(
  dependencies: { readonly database: Database; readonly clock: Clock },
  wanted: {
    readonly filters: ReportFilters;
    readonly asked: Readonly<Record<string, unknown>>;
    readonly format: ExportFormat;
    readonly exportId: string | undefined;
    readonly actor: Actor;
    readonly isSignedIn: () => Promise<boolean>;
  },
  reply: FastifyReply,
): Promise<void> {
  const { database, clock } = dependencies;
  const { filters, asked, format, exportId, actor, isSignedIn } = wanted;
  const { total } = await sumConversions(database, filters);
  const days = `${filters.startDate ?? 'start'}_to_${filters.endDate ?? kolkataDay(clock.now())}`;
  await streamExport(
    dependencies,
    {
      kind: 'conversions',
      entityType: 'conversion',
      format,
      fileName: `conversion_reports_${days}`,
      table: { sheet: 'Conversion Reports', columns: COLUMNS, pages: pages(database, filters) },
      total,
      filters: asked,
      exportId,
      actor,
      isSignedIn,
    },
    reply,
  );
}

async function* pages(database: Database, filters: ReportFilters): AsyncGenerator<readonly ConversionRow[]> {
  let after: { id: string; createdAt: Date } | undefined;
  for (;;) {
    const records = await listConversionsAfter(database, filters, after, PAGE);
    yield records.map(toConversionRow);
    const last = records.at(-1);
    if (last === undefined || records.length < PAGE) return;
    after = { id: last.id, createdAt: last.createdAt };
  }
}
