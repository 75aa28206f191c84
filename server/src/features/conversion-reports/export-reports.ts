import type { FastifyReply } from 'fastify';
import { streamExport, type ExportOrder } from '#features/exports/index.ts';
import { kolkataDay, type Clock } from '#platform/clock/index.ts';
import type { Database, Reader } from '#platform/database/index.ts';
import { conversionTable } from './conversion-export.repository.ts';
import type { ReportFilters } from './report-filters.ts';
import { sumConversions } from './report-sums.repository.ts';

/** Streams the filters' conversions to a file, newest first. */
export async function exportReports(
  dependencies: { readonly database: Database; readonly reader: Reader; readonly clock: Clock },
  {
    filters,
    asked,
    ...order
  }: ExportOrder & { readonly filters: ReportFilters; readonly asked: Readonly<Record<string, unknown>> },
  reply: FastifyReply,
): Promise<void> {
  const { reader, clock } = dependencies;
  const { total } = await sumConversions(reader, filters);
  const days = `${filters.startDate ?? 'start'}_to_${filters.endDate ?? kolkataDay(clock.now())}`;
  await streamExport(
    dependencies,
    {
      ...order,
      kind: 'conversions',
      entityType: 'conversion',
      fileName: `conversion_reports_${days}`,
      table: conversionTable(reader, filters),
      total,
      filters: asked,
    },
    reply,
  );
}
