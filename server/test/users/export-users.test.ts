import { expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { completeOffers } from '#test/builders/offers.ts';
import { buildUser } from '#test/builders/users.ts';
import { unzip } from '#test/exports/unzip.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp();
const session = await openAdminSession(app);

const download = (search = '', format: 'csv' | 'xlsx' = 'csv') =>
  app.http.fastify.inject({
    method: 'GET',
    url: `/api/exports/users.${format}?search=${encodeURIComponent(search)}`,
    headers: session.headers,
  });

test('exports every live user of the search once, over many pages, newest first', async () => {
  await app.database.execute(sql`
    insert into users (uid, name, created_at)
    select 'u' || n, 'User ' || n, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 microsecond' from generate_series(1, 2500) n`);
  await app.database.execute(sql`update users set deleted_at = now() where uid = 'u7'`);
  const response = await download();
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="users-\d{4}-\d{2}-\d{2}\.csv"$/);
  const ids = response.body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  expect(ids).toHaveLength(2499);
  expect(new Set(ids).size).toBe(2499);
  expect(ids[0]).toBe('u2500');
  expect((await download('USER 2499')).body.trim().split('\r\n')).toHaveLength(2);
});

const COLUMNS = [
  'User ID',
  'Name',
  'Email',
  'Phone',
  'Gender',
  'Coins',
  'Completed Offers',
  'Joined On (IST)',
  'Referral Code',
  'Used Referral',
];

// covers 000-users.3
test('exports identity, coins, completed offers, join date and referrer under their column headings', async () => {
  await buildUser(app, { uid: 'columns-friend', referralCode: 'RAVI-3' });
  const { id } = await buildUser(app, {
    uid: 'columns-1',
    name: 'Asha Rao',
    email: 'asha@mail.example',
    phone: '+91 98450 12345',
    gender: 'Female',
    referralCode: 'ASHA-7',
    usedReferralCode: 'RAVI-3',
    coins: 340,
  });
  await completeOffers(app, id, 3);
  await app.database.execute(sql`update users set created_at = '2026-11-21T18:30:00.000Z' where id = ${id}`);
  const who = ['columns-1', 'Asha Rao', 'asha@mail.example', '+91 98450 12345', 'Female'];
  // CSV has no types: a program would read a number.
  const inText = who.map((text) => text.replace(/^\+/, `'+`));

  const [headings, ...rows] = (await download('columns-1')).body.trimEnd().split('\r\n');
  // The byte order mark makes spreadsheets read the file as UTF-8.
  expect(headings).toBe(`\uFEFF${COLUMNS.join(',')}`);
  expect(rows).toEqual([[...inText, '340', '3', '2026-11-22 00:00:00', 'ASHA-7', 'RAVI-3'].join(',')]);

  const files = await unzip((await download('columns-1', 'xlsx')).rawPayload);
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
  const cells = [...sheet.matchAll(/<c[^>]*><(?:is><t[^>]*|v)>([^<]*)</g)].map(([, value]) => value);
  // Midnight of 22 November 2026 in Asia/Kolkata is day 46348 of a workbook.
  expect(cells).toEqual([...COLUMNS, ...who, '340', '3', '46348', 'ASHA-7', 'RAVI-3']);
});

/** The cell that RFC 4180 and the guard against formulas ask for. */
const guarded = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);
const inCsv = (text: string): string =>
  /[",\r\n]/.test(guarded(text)) ? `"${guarded(text).replaceAll('"', '""')}"` : guarded(text);

test('exports texts that look like formulas, quotes and line breaks as texts, in both formats', async () => {
  const parts = [...'=+-@＝＋－＠\t\r\n,"\' aन😀\\1'];
  const texts = parts.flatMap((one) => parts.flatMap((two) => [`${one}${two}`, `${one}${two}${one}`, `a${one}${two}`]));
  await app.database.execute(sql`
    insert into users (uid, name, created_at) select 'formula-' || n, text, '2027-01-01'::timestamptz - n * interval '1 second'
    from unnest(${texts}::text[]) with ordinality as t (text, n)`);
  const rows = texts.map((text, n) => `formula-${n + 1},${inCsv(text)},No Email,N/A,Not specified,0,0,`);
  const { body } = await download('formula-');
  expect(
    body
      .split(/(?=formula-\d)/)
      .slice(1)
      .map((row) => row.slice(0, row.lastIndexOf('0,0,') + 4)),
  ).toEqual(rows);

  const files = await unzip((await download('formula-', 'xlsx')).rawPayload);
  const names = [...(files.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<c r="B\d+"[^>]*><is><t[^>]*>([^<]*)</g)];
  expect(names.slice(1).map(([, name]) => name)).toEqual(texts.map(guarded));
});

test.each(["' or '1'='1", String.raw`\' or 1=1) to stdout; drop table users; --`, "O''Brien", '$1'])(
  'searches for %j as text, not as SQL',
  async (search) => {
    const { statusCode, body } = await download(search);
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: `\uFEFF${COLUMNS.join(',')}\r\n` });
  },
);

test('audits who exported the list', async () => {
  await download('asha');
  const rows = await app.database.query(
    sql`select actor_name, after from audit_log where action = 'users.export' order by id desc limit 1`,
  );
  expect(rows).toEqual([{ actorName: session.email, after: { format: 'csv', search: 'asha' } }]);
});
