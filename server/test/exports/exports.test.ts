import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { csvStream, xlsxStream, type Column } from '#platform/spreadsheet/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp } from '#test/test-app.ts';
import { unzip } from './unzip.ts';

const app = await createTestApp();
const session = await openAdminSession(app);
await app.database.execute(sql`
  insert into users (uid, name, email, created_at)
  select 'u' || n, 'User ' || n, 'user' || n || '@example.com', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'
  from generate_series(1, 3000) n`);

const get = (url: string) => app.http.fastify.inject({ method: 'GET', url, headers: session.headers });

const SHEET = 'xl/worksheets/sheet1.xml';
const value = sql``;
const COLUMNS: readonly Column[] = [
  { name: 'Text', width: 10, value },
  { name: 'N', width: 10, format: 'money', value },
  { name: 'At', width: 10, format: 'moment', value },
];
const AT = new Date('2026-11-21T18:30:00.000Z');
const line = (...cells: string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
/** As PostgreSQL writes it: to the second, in Asia/Kolkata. */
const inKolkata = (ms: number): string => new Date(ms + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const row = (text: string) => line(text, '12.5', inKolkata(AT.getTime()));
async function* portions(...of: string[][]) {
  for (const lines of of) yield { csv: Buffer.from(lines.join('')), rows: lines.length };
}
const rowsOf = (...of: string[][]) => portions(...of.map((texts) => texts.map(row)));

test('writes a workbook with typed cells, escaped texts and no formula', async () => {
  const texts = ['=HYPERLINK("x")', '@SUM(A1)', '<script>&', '_x0041_', 'नमस्ते 😀', 'a\u0000bc', 'line\nbreak', '5'];
  const files = await unzip(await buffer(xlsxStream({ sheet: 'S', columns: COLUMNS, portions: rowsOf(texts) })));
  const sheet = files.get(SHEET) as string;
  const cells = [...sheet.matchAll(/<t xml:space="preserve">([^<]*)<\/t>/g)].map(([, text]) => text);
  expect(cells).toEqual([
    'Text',
    'N',
    'At',
    '=HYPERLINK("x")',
    '@SUM(A1)',
    '&lt;script&gt;&amp;',
    '_x005F_x0041_',
    'नमस्ते 😀',
    'abc',
    'line\nbreak',
    '5',
  ]);
  expect(sheet).not.toMatch(/<f[ >]/);
  expect(sheet).toContain('<c r="B2" s="2"><v>12.5</v></c>');
  // Midnight of 22 November 2026 in Asia/Kolkata is day 46348 of a workbook.
  expect(sheet).toContain('<c r="C2" s="4"><v>46348</v></c>');
});

test('writes the reference of each row and cell, which ExcelJS needs', async () => {
  const columns = Array.from({ length: 28 }, (_, n) => ({ name: `c${n}`, width: 10, format: 'count' as const, value }));
  const cells = line(...columns.map((_, n) => (n === 26 ? '' : String(n))));
  const files = await unzip(await buffer(xlsxStream({ sheet: 'S', columns, portions: portions([cells], [cells]) })));
  const sheet = files.get(SHEET) as string;
  const rows = [...sheet.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)];
  expect(rows.map(([, number]) => number)).toEqual(['1', '2', '3']);
  for (const [, number, cells = ''] of rows) {
    const references = [...cells.matchAll(/<c (?:r="([A-Z]+\d+)")?/g)].map(([, reference]) => reference);
    const letters = [...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ'), 'AA', 'AB'];
    expect(references).toEqual(letters.map((letter) => `${letter}${number}`));
  }
});

test('writes times that show the right second whether a reader truncates or rounds', async () => {
  const moments = Array.from({ length: 2_000 }, (_, n) => AT.getTime() + n * 7_919_000 + (n % 2) * 997);
  const of = portions(moments.map((ms) => line('', '0', inKolkata(ms))));
  const files = await unzip(await buffer(xlsxStream({ sheet: 'S', columns: COLUMNS, portions: of })));
  const days = [...(files.get(SHEET) as string).matchAll(/<c r="C\d+" s="4"><v>([^<]*)</g)].map(([, value]) =>
    Number(value),
  );
  const fromDayZero = 25_569 * 86_400_000 + 5.5 * 3_600_000;
  // A tolerance of one microsecond: above the rounding error of a double, below the error of nine digits.
  expect(days.map((day) => Math.floor(day * 86_400_000 + 0.001) - fromDayZero)).toEqual(
    moments.map((ms, n) => ms - (n % 2) * 997),
  );
});

test('continues a long table in the next sheet without losing a row', async () => {
  const archive = await buffer(
    xlsxStream(
      { sheet: 'Rows', columns: COLUMNS, portions: rowsOf(['a', 'b', 'c'], ['d'], [], ['e']) },
      { maxRows: 2 },
    ),
  );
  const files = await unzip(archive);
  const texts = (n: number) =>
    [...(files.get(`xl/worksheets/sheet${n}.xml`) as string).matchAll(/>([a-e])<\/t>/g)].map(([, text]) => text);
  expect([texts(1), texts(2), texts(3)]).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(files.has('xl/worksheets/sheet4.xml')).toBe(false);
  expect(files.get('xl/workbook.xml')).toContain('name="Rows 3"');
});

test('aborts the file when rows cannot be read', async () => {
  async function* broken() {
    yield { csv: Buffer.from(row('a')), rows: 1 };
    throw new Error('database away');
  }
  const table = () => ({ sheet: 'S', columns: COLUMNS, portions: broken() });
  await expect(buffer(xlsxStream(table()))).rejects.toThrow('database away');
  await expect(buffer(csvStream(table()))).rejects.toThrow('database away');
});

// covers 000-users.3 000-1.3
test('exports every matching user once as a workbook', async () => {
  const response = await get('/api/exports/users.xlsx?search=user');
  expect(response.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="users-\d{4}-\d{2}-\d{2}\.xlsx"$/);
  const sheet = (await unzip(response.rawPayload)).get(SHEET) as string;
  const ids = [...sheet.matchAll(/<row [^>]*><c [^>]*><is><t [^>]*>(u\d+)</g)].map(([, id]) => id);
  expect(ids).toHaveLength(3000);
  expect(new Set(ids).size).toBe(3000);
});

// covers 000-users.3
test('reports progress only to the admin who started the export', async () => {
  const id = randomUUID();
  await get(`/api/exports/users.csv?exportId=${id}`);
  await expect
    .poll(async () => (await get(`/api/exports/${id}/progress`)).json())
    .toEqual({ success: true, export: { status: 'done', written: 3000, total: 3000 } });
  const other = await openAdminSession(app, 'other@muneem.example');
  const refused = await app.call('GET', `/api/exports/${id}/progress`, undefined, other);
  expect([refused.status, refused.body.message]).toEqual([404, 'You have no export with this ID.']);
  const again = await get(`/api/exports/users.csv?exportId=${id}`);
  expect([again.statusCode, again.json().code]).toEqual([409, 'conflict']);
});

// covers 000-users.3
test('stops when the client disconnects', async () => {
  const base = await app.http.fastify.listen({ port: 0, host: '127.0.0.1' });
  await app.database.execute(sql`
    insert into users (uid) select 'many' || n from generate_series(1, 40000) n`);
  const id = randomUUID();
  const controller = new AbortController();
  const response = await fetch(`${base}/api/exports/users.csv?exportId=${id}`, {
    headers: session.headers,
    signal: controller.signal,
  });
  await response.body?.getReader().read();
  controller.abort();
  await expect
    .poll(async () => (await get(`/api/exports/${id}/progress`)).json().export.status, { timeout: 10_000 })
    .toBe('cancelled');
  const { written } = (await get(`/api/exports/${id}/progress`)).json().export;
  const working = sql`
    select query from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  await expect.poll(() => app.database.query(working)).toEqual([]);
  expect((await get(`/api/exports/${id}/progress`)).json().export.written).toBe(written);
  expect(written).toBeLessThan(43_000);
});
