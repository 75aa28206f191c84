import { listConversionReports } from '@muneem/contract/conversion-reports';
import { expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { unzip } from '#test/exports/unzip.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp({}, { now: '2026-11-21T18:40:00.000Z' });
const headers = (await openAdminSession(app)).headers;
await app.database.execute(sql`
  insert into users (uid, name, email) values ('asha', 'Asha Rao', 'asha@example.com')`);
// One row with a different value in every column, and one with required values only.
await app.database.execute(sql`
  insert into conversions (id, created_at, click_id, click_created_at, offer_id, offer_title, event_name, event_key, source, status, user_id,
    user_payout_paise, referral_payout_paise, click_ip, conversion_ip, city, state, country)
  values ('cnv_2', '2026-11-21T18:30:00Z', 'CLICK2', '2026-11-21T18:00:00Z', 'ofr_1', 'Rummy, "Stars"', 'Deposit', 'deposit', 'smart_poll',
      'approved', (select id from users where uid = 'asha'), 1250, 125, '203.0.113.7', '2001:db8::5', 'Hyderabad', 'Sindh', 'Pakistan'),
    ('cnv_1', '2026-11-20T06:00:00Z', 'CLICK1', '2026-11-20T05:00:00Z', 'ofr_2', 'Offer', 'install', 'install', 'postback',
      'cutbacked', null, 0, 0, null, null, null, null, null)`);

const take = (file: string) => app.http.fastify.inject({ url: `/api/exports/conversions.${file}`, headers });
const nameOf = (answer: Awaited<ReturnType<typeof take>>): unknown => answer.headers['content-disposition'];

const COLUMNS = [
  ['Click ID', 'CLICK2', 'CLICK1'],
  ['Conversion ID', 'cnv_2', 'cnv_1'],
  ['User Name', 'Asha Rao', 'Anonymous'],
  ['User Email', 'asha@example.com', ''],
  ['Offer Name', 'Rummy, "Stars"', 'Offer'],
  ['Event', 'Deposit', 'install'],
  ['Source', 'smart_poll', 'postback'],
  ['Status', 'approved', 'cutbacked'],
  ['User Payout', '12.5', '0'],
  ['Total Payout', '13.75', '0'],
  ['Click IP', '203.0.113.7', ''],
  ['Conversion IP', '2001:db8::5', ''],
  ['City', 'Hyderabad', ''],
  ['State', 'Sindh', ''],
  ['Country', 'Pakistan', 'India'],
  ['Created Date (IST)', '2026-11-22 00:00:00', '2026-11-20 11:30:00'],
  ['Network', '', ''],
  ['Revenue', '', ''],
  ['Profit', '', ''],
] as const;
const inCsv = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

test('writes a CSV of the 16 documented columns and three more, with rupees as numbers and the full time', async () => {
  const csv = await take('csv');
  const lines = csv.body
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  for (const row of [0, 1, 2]) expect(lines[row]).toBe(COLUMNS.map((column) => inCsv(column[row] ?? '')).join(','));
  expect(lines).toHaveLength(3);
});

test('writes the same columns to the workbook, with a date cell', async () => {
  const sheet = (await unzip((await take('xlsx?source=smart_poll')).rawPayload)).get('xl/worksheets/sheet1.xml') ?? '';
  const [head, row] = [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/g)].map(([, cells = '']) =>
    [...cells.matchAll(/<c[^>]*>(?:<is><t[^>]*>|<v>)?([^<]*)/g)].map(([, text]) => text),
  );
  expect(head).toEqual(COLUMNS.map(([name]) => name));
  // Midnight of 22 November 2026 in Asia/Kolkata is day 46348 of a workbook.
  expect(row).toEqual(COLUMNS.map(([name, value]) => (name === 'Created Date (IST)' ? '46348' : value)));
});

test.each([
  ['csv', '', 'conversion_reports_start_to_2026-11-22.csv'],
  ['xlsx', '', 'conversion_reports_start_to_2026-11-22.xlsx'],
  ['csv', 'endDate=2026-11-20', 'conversion_reports_start_to_2026-11-20.csv'],
  ['csv', 'startDate=0001-01-01', 'conversion_reports_0001-01-01_to_2026-11-22.csv'],
  [
    'xlsx',
    'startDate=2026-11-01&endDate=2026-11-20&source=postback',
    'conversion_reports_2026-11-01_to_2026-11-20.xlsx',
  ],
])('names the %s of "%s" %s, and audits the export', async (format, query, name) => {
  const file = await take(`${format}?${query}`);
  expect(nameOf(file)).toBe(`attachment; filename="${name}"`);
  const [entry] = await app.database.query(
    sql`select action, actor_name, entity_type, entity_id, after from audit_log order by id desc limit 1`,
  );
  expect(entry).toEqual({
    action: 'conversions.export',
    actorName: 'admin@example.com',
    entityType: 'conversion',
    entityId: '*',
    after: { search: '', offer: '', network: '', city: '', ...Object.fromEntries(new URLSearchParams(query)), format },
  });
});

test('lists rows as JSON exactly as JSON.stringify writes them, whatever their texts', async () => {
  const odd = '"quotes" \\ / \b\f\n\r\t\u0001\u001f\u007f <é> \u2028 न 😀';
  await app.database.execute(sql`
    insert into conversions (id, created_at, click_id, click_created_at, offer_id, offer_title, event_name, event_key, source, status, reason,
      user_payout_paise, referral_payout_paise, city, p1, p6, approved_at)
    values ('cnv_0', '2026-11-01T00:00:00.007Z', 'CLICK0', '2026-11-01T00:00:00Z', 'ofr_3', ${odd}, ${odd}, 'odd', 'manual', 'rejected', ${odd},
      999999999999, 5, ${odd}, ${odd}, ${odd}, '2026-11-01T00:00:00.070999Z')`);
  const { body } = await app.http.fastify.inject({ url: '/api/conversion-reports?sort=userPayout', headers });
  const answer: unknown = JSON.parse(body);
  expect(body).toBe(JSON.stringify(answer));
  expect(answer).toEqual(listConversionReports.answer.parse(answer));
  expect(answer).toMatchObject({
    conversions: [
      {
        _id: 'cnv_0',
        campName: odd,
        event: odd,
        reason: odd,
        city: odd,
        p1: odd,
        p6: odd,
        userPayout: 9_999_999_999.99,
      },
      { _id: 'cnv_2', userId: { _id: 'asha', name: 'Asha Rao' }, totalPayout: 13.75, approvedAt: null },
      { _id: 'cnv_1', userId: null, userName: 'Anonymous', country: 'India', clickIp: '' },
    ],
  });
});
