import type { ConversionRow } from '@muneem/contract/conversion-reports';
import { describe, expect, it } from 'vitest';
import { workbookRows } from './conversion-workbook.ts';

const ROW: ConversionRow = {
  _id: 'cnv_1',
  conversionId: 'cnv_1',
  clickId: '01JD0000000000000000000000',
  userId: { _id: 'u1', name: 'Asha', email: 'asha@example.com' },
  userName: 'Asha',
  offerId: { _id: 'ofr_1', title: 'Install the game' },
  campName: 'Install the game',
  event: 'install',
  conversionSource: 'postback',
  status: 'approved',
  reason: null,
  userPayout: 12.5,
  referralPayout: 1.25,
  totalPayout: 13.75,
  coins: 12,
  paymentStatus: 'paid',
  clickIp: '203.0.113.7',
  conversionIp: '203.0.113.8',
  city: '',
  state: '',
  country: 'India',
  p1: '',
  p2: '',
  p3: '',
  p4: '',
  p5: '',
  p6: '',
  createdAt: '2026-11-20T19:00:00.000Z',
  approvedAt: '2026-11-20T19:00:00.000Z',
};

describe('the Excel export', () => {
  // covers 001-9.15
  it('writes amounts as numbers and times in Asia/Kolkata', () => {
    const row = workbookRows([ROW])[1];
    expect(row?.[8]).toMatchObject({ type: Number, value: 12.5 });
    expect(row?.[9]).toMatchObject({ type: Number, value: 13.75 });
    expect(row?.[15]).toMatchObject({ type: Date, value: new Date('2026-11-21T00:30:00.000Z') });
    const late = workbookRows([{ ...ROW, createdAt: '2026-11-20T18:29:59.830Z' }])[1];
    expect(late?.[15], 'not the next day').toMatchObject({ value: new Date('2026-11-20T23:59:59.000Z') });
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
