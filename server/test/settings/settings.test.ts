import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';
import { codeIn, startMailServer, type MailServer } from '../auth/mail-server.ts';

let mail: MailServer;
let app: TestApp;
let admin: TestSession;
let admins = 0;

beforeAll(async () => {
  mail = await startMailServer();
  app = await createTestApp(
    { SMTP_URL: mail.url, PUBLIC_URL: 'https://rewards.example' },
    { now: '2026-11-21T06:30:00Z' },
  );
});
/** Codes and guesses are counted for each admin: every test has one of its own. */
beforeEach(async () => {
  admin = await openAdminSession(app, `admin-${(admins += 1)}@example.com`);
  // As a person does: from its first call on a session is counted by itself.
  await read();
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

interface Answer {
  status: number;
  body: Record<string, unknown> & {
    code?: string;
    message?: string;
    verificationToken?: string;
    settings?: Record<string, string>;
  };
}
async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, session = admin): Promise<Answer> {
  const response = await app.http.fastify.inject({
    method,
    url: `/api/settings${path}`,
    headers: session.headers,
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, body: response.json() };
}
const read = async (): Promise<Record<string, string>> => (await call('GET', '')).body.settings ?? {};
async function askForCode(change?: object, session = admin): Promise<string> {
  const { status, body } = await call('POST', '/send-otp', change, session);
  expect(status, JSON.stringify(body)).toBe(200);
  return codeIn(await mail.next());
}
async function tokenFor(change: object): Promise<string> {
  const { status, body } = await call('POST', '/verify-otp', { otp: await askForCode(change) });
  expect(status).toBe(200);
  return body.verificationToken as string;
}
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('reading', () => {
  test('a fresh installation has a generated token and the address it runs under', async () => {
    expect(await call('GET', '')).toEqual({
      status: 200,
      body: {
        success: true,
        settings: {
          securityKey: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
          domain: 'https://rewards.example',
          adminEmail: '',
          systemName: 'Muneem',
          bulkpeApiKey: '',
          oldSecurityKey: null,
          updatedAt: expect.any(String),
        },
      },
    });
  });

  test('the provider key is masked, revealed only by a call that is audited, and not readable in the database', async () => {
    const change = { bulkpeApiKey: 'live-secret-key-9876' };
    await call('PUT', '', { ...change, verificationToken: await tokenFor(change) });
    expect((await read())['bulkpeApiKey']).toBe('••••••••9876');
    expect((await call('POST', '/reveal-api-key')).body).toEqual({
      success: true,
      bulkpeApiKey: 'live-secret-key-9876',
    });
    const [row] = await app.database.query<{ all: string; log: string; reveals: number }>(sql`
      select (select settings::text from settings) as all, (select string_agg(audit_log::text, '') from audit_log) as log,
             (select count(*) from audit_log where action = 'settings.reveal-api-key' and actor_id = ${admin.adminId}) as reveals`);
    expect(row?.all).not.toContain('secret-key');
    expect(row?.log).not.toContain('secret-key');
    expect(row?.reveals).toBe(1);
  });
});

describe('saving', () => {
  test('saves exactly the change that the code was asked for, once, and writes down who changed what', async () => {
    const change = { systemName: 'Punya Rewards', domain: 'punya.example/' };
    const verificationToken = await tokenFor(change);
    const saved = await call('PUT', '', { ...change, verificationToken });
    expect(saved.status).toBe(200);
    expect(saved.body.settings).toMatchObject({ systemName: 'Punya Rewards', domain: 'https://punya.example' });
    expect(await read()).toMatchObject({ systemName: 'Punya Rewards' });
    expect(await call('PUT', '', { ...change, verificationToken })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    const [audit] = await app.database.query<{ before: object; after: object; actor_id: string }>(
      sql`select before, after, actor_id from audit_log where action = 'settings.save' order by id desc limit 1`,
    );
    expect(audit).toMatchObject({
      actor_id: admin.adminId,
      after: { systemName: 'Punya Rewards', domain: 'https://punya.example' },
    });
  });

  test('the mail names the change, without showing a secret', async () => {
    await call('POST', '/send-otp', { systemName: 'Mailed', bulkpeApiKey: 'very-secret-key-5555' });
    const { text, to } = await mail.next();
    expect(to?.[0]?.address).toBe(admin.email);
    expect(text).toContain('→ Mailed');
    expect(text).toContain('5555');
    expect(text).not.toContain('very-secret');
  });

  test.each([
    ['other fields', { systemName: 'Asked', adminEmail: 'thief@example.com' }],
    ['another value', { systemName: 'Other' }],
    ['nothing', {}],
  ])('with %s than the code was asked for: refused, and the token is spent', async (_what, body) => {
    const before = await read();
    const verificationToken = await tokenFor({ systemName: 'Asked' });
    expect((await call('PUT', '', { ...body, verificationToken })).status).toBe(403);
    expect(await read()).toEqual(before);
  });

  test('without a token, with an invented or an expired one: refused', async () => {
    const change = { systemName: 'Never' };
    expect((await call('PUT', '', change)).status).toBe(400);
    expect((await call('PUT', '', { ...change, verificationToken: 'invented' })).status).toBe(403);
    const verificationToken = await tokenFor(change);
    app.clock.advance(10 * 60_000 + 1_000);
    expect((await call('PUT', '', { ...change, verificationToken })).status).toBe(403);
    expect((await read())['systemName']).not.toBe('Never');
  });

  test("another admin's token does not serve", async () => {
    const change = { systemName: 'Stolen' };
    const verificationToken = await tokenFor(change);
    const other = await openAdminSession(app, 'other-thief@example.com');
    expect((await call('PUT', '', { ...change, verificationToken }, other)).status).toBe(403);
    expect((await call('PUT', '', { ...change, verificationToken })).status).toBe(200);
  });

  test('50 saves with one token at once: one is done', async () => {
    const change = { systemName: `Once ${admins}` };
    const verificationToken = await tokenFor(change);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('PUT', '', { ...change, verificationToken })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a change on top of what somebody else changed meanwhile is refused', async () => {
    const mine = { systemName: 'Mine' };
    const myToken = await tokenFor(mine);
    const theirs = { systemName: 'Theirs' };
    const me = admin;
    admin = await openAdminSession(app, 'meanwhile@example.com');
    await call('PUT', '', { ...theirs, verificationToken: await tokenFor(theirs) });
    expect(await call('PUT', '', { ...mine, verificationToken: myToken }, me)).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    });
    expect((await read())['systemName']).toBe('Theirs');
  });

  test('an empty system name gives the default one back, in the mail too', async () => {
    const named = { systemName: 'Named' };
    await call('PUT', '', { ...named, verificationToken: await tokenFor(named) });
    const change = { systemName: ' ' };
    await call('POST', '/send-otp', change);
    const sent = await mail.next();
    expect(sent.text).toContain('System name: Named → Muneem');
    const verified = await call('POST', '/verify-otp', { otp: codeIn(sent) });
    const { verificationToken } = verified.body;
    const saved = await call('PUT', '', { ...change, verificationToken });
    expect(saved.body.settings).toMatchObject({ systemName: 'Muneem' });
    expect((await call('POST', '/send-otp', change)).body.message).toBe(
      'There is nothing to save: no setting was changed.',
    );
  });

  test('the masked key echoed back keeps the stored one; an empty one removes it', async () => {
    const key = { bulkpeApiKey: 'kept-key-4321' };
    await call('PUT', '', { ...key, verificationToken: await tokenFor(key) });
    const echoed = { systemName: 'Echo', bulkpeApiKey: '••••••••4321' };
    expect((await call('PUT', '', { ...echoed, verificationToken: await tokenFor(echoed) })).status).toBe(200);
    expect((await call('POST', '/reveal-api-key')).body['bulkpeApiKey']).toBe('kept-key-4321');
    const removed = { bulkpeApiKey: '' };
    await call('PUT', '', { ...removed, verificationToken: await tokenFor(removed) });
    expect((await read())['bulkpeApiKey']).toBe('');
  });

  test.each([
    [{ securityKey: '' }, 'securityKey'],
    [{ securityKey: 'short' }, 'securityKey'],
    [{ securityKey: 'with space and <script>' }, 'securityKey'],
    [{ domain: '' }, 'domain'],
    [{ domain: 'javascript:alert(1)' }, 'domain'],
    [{ domain: 'ftp://files.example' }, 'domain'],
    [{ domain: 'https://user:pass@example.com' }, 'domain'],
    [{ adminEmail: 'no-address' }, 'adminEmail'],
    [{ systemName: 'two\nlines' }, 'systemName'],
    [{ bulkpeApiKey: 'two\nlines' }, 'bulkpeApiKey'],
  ])('%j is not asked a code for', async (change, field) => {
    const { status, body } = await call('POST', '/send-otp', change);
    expect(status).toBe(400);
    expect(body['errors']).toHaveProperty(field);
  });

  test('a change of nothing is not asked a code for', async () => {
    const { systemName, domain } = await read();
    expect((await call('POST', '/send-otp', { systemName, domain })).status).toBe(400);
  });

  test('the documented call without a body allows one save of any change', async () => {
    const { body } = await call('POST', '/verify-otp', { otp: await askForCode() });
    const change = { systemName: 'Any', verificationToken: body.verificationToken };
    expect((await call('PUT', '', change)).status).toBe(200);
    expect((await call('PUT', '', { ...change, systemName: 'Again' })).status).toBe(403);
  });
});

describe('the code', () => {
  test.each(['12345', '1234567', 'abcdef', ''])('"%s" is no code', async (otp) => {
    expect(await call('POST', '/verify-otp', { otp })).toMatchObject({
      status: 400,
      body: { message: 'Please enter a valid 6-digit OTP' },
    });
  });

  test('50 right guesses at once: one token', async () => {
    const otp = await askForCode({ systemName: 'Fifty' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('POST', '/verify-otp', { otp })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('after 5 wrong guesses, also at once, the right one is refused', async () => {
    const otp = await askForCode({ systemName: 'Guessed' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', '/verify-otp', { otp: wrong(otp) })),
    );
    expect(answers.every(({ status, body }) => status === 400 && body.message === 'Invalid OTP')).toBe(true);
    expect((await call('POST', '/verify-otp', { otp })).status).toBe(400);
    const [row] = await app.database.query<{ failures: number }>(
      sql`select failures from settings_codes where admin_id = ${admin.adminId} order by id desc limit 1`,
    );
    expect(row?.failures).toBe(5);
  });

  test('after 10 wrong guesses over several codes nothing is looked at for a while', async () => {
    for (let round = 0; round < 2; round += 1) {
      const otp = await askForCode({ systemName: `Round ${round}` });
      for (let guess = 0; guess < 5; guess += 1) await call('POST', '/verify-otp', { otp: wrong(otp) });
    }
    expect((await call('POST', '/send-otp', { systemName: 'More' })).status).toBe(429);
    app.clock.advance(16 * 60_000);
    expect((await call('POST', '/send-otp', { systemName: 'Later' })).status).toBe(200);
    await mail.next();
  });

  test('a newer code makes the older one worthless, an expired one too', async () => {
    const older = await askForCode({ systemName: 'Older' });
    const newer = await askForCode({ systemName: 'Newer' });
    if (older !== newer) expect((await call('POST', '/verify-otp', { otp: older })).status).toBe(400);
    app.clock.advance(5 * 60_000 + 1_000);
    expect((await call('POST', '/verify-otp', { otp: newer })).status).toBe(400);
  });

  test('a code holds for 5 minutes, and the token that it gives for 10', async () => {
    const change = { systemName: 'Just in time' };
    const otp = await askForCode(change);
    app.clock.advance(5 * 60_000 - 1_000);
    const { status, body } = await call('POST', '/verify-otp', { otp });
    expect(status).toBe(200);
    app.clock.advance(10 * 60_000 - 1_000);
    const { verificationToken } = body;
    expect((await call('PUT', '', { ...change, verificationToken })).status).toBe(200);
    const late = await askForCode({ systemName: 'Too late' });
    app.clock.advance(5 * 60_000);
    expect(await call('POST', '/verify-otp', { otp: late })).toMatchObject({
      status: 400,
      body: { message: 'Invalid OTP' },
    });
  });

  test("one admin's code does not serve another", async () => {
    const otp = await askForCode({ systemName: 'Mine alone' });
    const other = await openAdminSession(app, 'somebody@example.com');
    expect((await call('POST', '/verify-otp', { otp }, other)).status).toBe(400);
  });

  test('when the mail server is away: a clear message, and nothing is counted', async () => {
    const away = await createTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const session = await openAdminSession(away);
    const send = () =>
      away.http.fastify.inject({
        method: 'POST',
        url: '/api/settings/send-otp',
        headers: session.headers,
        payload: { systemName: 'X' },
      });
    for (let tries = 0; tries < 10; tries += 1) expect((await send()).statusCode).toBe(503);
    await away.close();
  });
});
