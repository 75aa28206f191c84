import { KOLKATA_AHEAD_MS } from '#lib/format.ts';
import { notAFormula } from '#lib/not-a-formula.ts';
import type { ConversionRow } from '@muneem/contract/conversion-reports';

/** A cell of the export. Always typed, never a formula. */
export interface WorkbookCell {
  readonly type: typeof String | typeof Number | typeof Date;
  readonly value: string | number | Date;
  readonly format?: string;
  readonly fontWeight?: 'bold';
}

/** The sheet of document 001 §9. */
export const SHEET_NAME = 'Conversion Reports';

/** `conversion_reports_2026-11-01_to_2026-11-21.xlsx` */
export const workbookName = (startDate: string, endDate: string): string =>
  `conversion_reports_${startDate}_to_${endDate}.xlsx`;

/** Spreadsheets read `_x003D_` in text as "=". Escaping the underscore keeps the text. */
const literal = (value: string): string => value.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');

const text = (value: string): WorkbookCell => ({ type: String, value: literal(notAFormula(value)) });
const amount = (value: number): WorkbookCell => ({ type: Number, value, format: '#,##0.00' });

/**
 * Workbook dates have no time zone: the Asia/Kolkata time is written. Milliseconds are cut, because rounding could move
 * 23:59:59.5 to the next day.
 */
const moment = (iso: string): WorkbookCell => ({
  type: Date,
  value: new Date(Math.floor(Date.parse(iso) / 1000) * 1000 + KOLKATA_AHEAD_MS),
  format: 'yyyy-mm-dd hh:mm:ss',
});

/** The 16 columns of document 001 §9, in order. Widths are in characters. */
const COLUMNS: readonly {
  readonly name: string;
  readonly width: number;
  readonly cell: (row: ConversionRow) => WorkbookCell;
}[] = [
  { name: 'Click ID', width: 28, cell: (row) => text(row.clickId) },
  { name: 'Conversion ID', width: 32, cell: (row) => text(row.conversionId) },
  { name: 'User Name', width: 20, cell: (row) => text(row.userName) },
  { name: 'User Email', width: 26, cell: (row) => text(row.userId?.email ?? '') },
  { name: 'Offer Name', width: 26, cell: (row) => text(row.offerId?.title ?? row.campName) },
  { name: 'Event', width: 12, cell: (row) => text(row.event) },
  { name: 'Source', width: 12, cell: (row) => text(row.conversionSource) },
  { name: 'Status', width: 12, cell: (row) => text(row.status) },
  { name: 'User Payout', width: 12, cell: (row) => amount(row.userPayout) },
  { name: 'Total Payout', width: 12, cell: (row) => amount(row.totalPayout) },
  { name: 'Click IP', width: 16, cell: (row) => text(row.clickIp) },
  { name: 'Conversion IP', width: 16, cell: (row) => text(row.conversionIp) },
  { name: 'City', width: 14, cell: (row) => text(row.city) },
  { name: 'State', width: 14, cell: (row) => text(row.state) },
  { name: 'Country', width: 12, cell: (row) => text(row.country) },
  { name: 'Created Date', width: 20, cell: (row) => moment(row.createdAt) },
];

/** The header row and the data rows of the sheet. */
export function workbookRows(conversions: readonly ConversionRow[]): WorkbookCell[][] {
  const heading = COLUMNS.map(({ name }): WorkbookCell => ({ type: String, value: name, fontWeight: 'bold' }));
  return [heading, ...conversions.map((row) => COLUMNS.map(({ cell }) => cell(row)))];
}

export const workbookColumns = COLUMNS.map(({ width }) => ({ width }));
