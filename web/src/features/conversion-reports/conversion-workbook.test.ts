import type { ConversionRow } from '@muneem/contract/conversion-reports';
import { describe, expect, it } from 'vitest';
import { workbookRows } from './conversion-workbook.ts';

const ROW = {
  offerId: null,
  userId: null,
  clickId: '01JD0000000000000000000000',
  conversionId: 'cnv_1',
  userName: 'Asha',
  campName: 'Install the game',
  event: 'install',
  conversionSource: 'postback',
  status: 'approved',
  clickIp: '',
  conversionIp: '',
  city: '',
  state: '',
  country: 'India',
  createdAt: '2026-11-20T18:29:59.830Z',
} as ConversionRow;

describe('the Excel export', () => {
  it('cuts fractions of a second, which could move a time to the next day', () => {
    expect(workbookRows([ROW])[1]?.[15]).toMatchObject({ type: Date, value: new Date('2026-11-20T23:59:59.000Z') });
  });

  it.each(['=HYPERLINK("http://x")', '@SUM(A1)', '+1', '-1', '\tx', '\rx'])(
    'writes %j as text, so that no spreadsheet runs it',
    (name) => {
      const row = workbookRows([{ ...ROW, userName: name }])[1];
      expect(row?.[2]).toEqual({ type: String, value: `'${name}` });
    },
  );

  it('escapes text that a spreadsheet would decode as a character', () => {
    const row = workbookRows([{ ...ROW, userName: '_x003D_HYPERLINK("http://x")', city: '_x0041_x0042_ _x' }])[1];
    expect([row?.[2]?.value, row?.[12]?.value]).toEqual([
      '_x005F_x003D_HYPERLINK("http://x")',
      '_x005F_x0041_x005F_x0042_ _x',
    ]);
  });
});
