import { listConversionReports, REPORT_EXPORT_LIMIT } from '@muneem/contract/conversion-reports';
import { api, saveFile } from '#lib/api.ts';
import { SHEET_NAME, workbookColumns, workbookName, workbookRows } from './conversion-workbook.ts';
import { callFilters, type ReportQuery } from './conversion-reports.queries.ts';

/** Exports the conversions of the given days and filters as a workbook. Saves no file if there are none. */
export async function exportConversions(
  query: ReportQuery,
  days: { startDate: string; endDate: string },
  signal: AbortSignal,
) {
  const asked = { ...callFilters(query), ...days, limit: REPORT_EXPORT_LIMIT };
  const { conversions, total, isCutShort } = await api(listConversionReports, { query: asked, signal });
  if (conversions.length > 0) {
    const { default: writeWorkbook } = await import('write-excel-file/universal');
    const rows = workbookRows(conversions).map((row) => row.map((cell) => ({ ...cell })));
    const workbook = await writeWorkbook(
      rows as never,
      { sheet: SHEET_NAME, columns: [...workbookColumns], stickyRowsCount: 1 },
      { fontSize: 11 },
    ).toBlob();
    signal.throwIfAborted();
    saveFile(workbook, workbookName(days.startDate, days.endDate));
  }
  // `isCutShort`: the search matches more users than the server includes.
  return { exported: conversions.length, total, isCutShort: isCutShort === true };
}
