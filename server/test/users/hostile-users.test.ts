import { describe, expect, test } from 'vitest';
import type { User, UserDetails } from '@muneem/contract/users';
import { openAdminSession } from '#test/admin-session.ts';
import { unzip } from '#test/exports/unzip.ts';
import { PLATFORM_BEARER } from '#test/platform-api/platform-client.ts';
import { createTestApp } from '#test/test-app.ts';

let made = 0;

const app = await createTestApp();
const session = await openAdminSession(app);

const createUser = async (fields: object) => {
  made += 1;
  const uid = `hostile-${made}-`;
  const response = await app.call<{ errors?: Record<string, string> }>(
    'POST',
    '/api/platform/users',
    { uid, ...fields },
    { headers: { ...PLATFORM_BEARER, 'idempotency-key': uid } },
  );
  return { uid, status: response.status, ...response.body };
};
const get = (url: string) => app.http.fastify.inject({ url, headers: session.headers });

type Field = 'name' | 'email' | 'phone' | 'gender' | 'referralCode';
/** The file column of a field. */
const COLUMN: Readonly<Record<Field, number>> = { name: 1, email: 2, phone: 3, gender: 4, referralCode: 8 };

const cellsOfCsv = (text: string): string[][] =>
  [...text.slice(1).matchAll(/((?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n))+?(?<=\r\n)/g)].map(([line]) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n)/g)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    ),
  );
const cellsOfSheet = (xml: string): string[][] =>
  [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?: [^>]*)?\/>|<c[ >].*?<\/c>/gs)].map(([cell]) =>
      (/<t [^>]*>(.*)<\/t>/s.exec(cell)?.[1] ?? '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    ),
  );

const TEXTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'مرحبا \u202eright to left',
  '🎁👨‍👩‍👧‍👦 e\u0301',
  "'; drop table users; --",
  '%_\\ ${uid}, "two"',
];
const FORMULAS = ['=HYPERLINK("https://a.b")', '@SUM(1+1)', '+1+1', '-1-1'];

const LONGEST: readonly (readonly [Field, string])[] = [
  ['name', '😀'.repeat(100)],
  ['gender', '😀'.repeat(20)],
  ['email', `${'x'.repeat(64)}@${'y'.repeat(63)}.${'z'.repeat(63)}.${'w'.repeat(57)}.com`],
  ['phone', `+${'9'.repeat(30)}`],
  ['referralCode', 'R'.repeat(32)],
];
const BEGIN_LIKE_FORMULAS: readonly (readonly [Field, string])[] = [
  ['email', '+1@a.example'],
  ['email', '-1@a.example'],
  ['phone', '+91 (98) 7654-3210'],
  ['referralCode', '-1-1'],
];

// covers 000-5.20
test('keeps hostile and long texts unchanged in the list, the details and both files', async () => {
  const cases = [
    ...(['name', 'gender'] as const).flatMap((field) => [...TEXTS, ...FORMULAS].map((text) => [field, text] as const)),
    ...LONGEST,
    ...BEGIN_LIKE_FORMULAS,
  ];
  const uids: string[] = [];
  for (const [field, text] of cases) {
    const { uid, status } = await createUser({ [field]: text });
    expect([text, status]).toEqual([text, 200]);
    uids.push(uid);
  }
  const csv = new Map(cellsOfCsv((await get('/api/exports/users.csv')).body).map((row) => [row[0], row]));
  const sheet = (await unzip((await get('/api/exports/users.xlsx')).rawPayload)).get('xl/worksheets/sheet1.xml') ?? '';
  const xlsx = new Map(cellsOfSheet(sheet).map((row) => [row[0], row]));
  for (const [at, [field, text]] of cases.entries()) {
    const uid = uids[at] as string;
    const { users } = (await get(`/api/users?search=${uid}`)).json<{ users: User[] }>();
    const { user } = (await get(`/api/users/${uid}`)).json<{ user: UserDetails }>();
    const cell = /^[=+\-@]/.test(text) ? `'${text}` : text;
    expect([users.map((one) => one[field]), user[field]]).toEqual([[text], text]);
    // A text in a workbook is never a formula, so a phone number stays as it is.
    const typed = /^\+\d[\d ()-]{5,}$/.test(text) ? text : cell;
    expect([csv.get(uid)?.[COLUMN[field]], xlsx.get(uid)?.[COLUMN[field]]]).toEqual([cell, typed]);
  }
  expect([csv.size, xlsx.size]).toEqual([cases.length + 1, cases.length + 1]);
  expect(sheet).not.toMatch(/<f[ >]/);
});

const PHONE = 'A phone number has 3 to 30 digits, spaces, brackets and hyphens, and an optional + in front.';
const CODE = 'A referral code has 3 to 32 letters, digits, hyphens or underscores.';

describe('a field of a user', () => {
  // covers 000-5.20
  test.each([
    ['name', 'x'.repeat(10_000), 'The name can have at most 200 characters.'],
    ['gender', 'x'.repeat(10_000), 'The gender can have at most 40 characters.'],
    ['email', `${'x'.repeat(10_000)}@a.example`, 'The email address can have at most 254 characters.'],
    ['phone', '9'.repeat(10_000), PHONE],
    ['referralCode', 'x'.repeat(10_000), CODE],
    ['usedReferralCode', 'x'.repeat(10_000), CODE],
    ['uid', 'x'.repeat(10_000), 'The user ID can have at most 128 characters.'],
  ])('%s with 10,000 characters is rejected with a message that names the limit', async (field, text, message) => {
    const { uid, status, errors } = await createUser({ [field]: text });
    expect([status, errors]).toEqual([400, { [field]: message }]);
    expect((await get(`/api/users/${uid}`)).statusCode).toBe(404);
  });

  // covers 000-5.20
  test.each([...TEXTS, ...FORMULAS])('e-mail, phone and codes cannot be %s', async (text) => {
    const codes = text === '-1-1' ? {} : { referralCode: CODE, usedReferralCode: CODE };
    const { status, errors } = await createUser({
      email: text,
      phone: text,
      referralCode: text,
      usedReferralCode: text,
    });
    expect([status, errors]).toEqual([400, { email: 'This is not an email address.', phone: PHONE, ...codes }]);
  });
});
