import { beforeEach, expect, test } from 'vitest';
import type { SettingsView } from '@muneem/contract/settings';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';
import { codeIn, startMailServer } from '../auth/mail-server.ts';

let admin: TestSession;
let admins = 0;
let lastMail = '';

const mail = await startMailServer();
const app = await createPostbackApp({ SMTP_URL: mail.url }, { now: '2026-11-21T06:30:00Z' });
beforeEach(async () => void (admin = await openAdminSession(app, `admin-${(admins += 1)}@example.com`)));

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  app.call<{ settings: SettingsView; message: string }>(method, `/api/settings${path}`, body, admin);
async function save(change: object): Promise<{ status: number; body: { settings: SettingsView } }> {
  await call('POST', '/send-otp', change);
  const sent = await mail.next();
  lastMail = sent.text ?? '';
  const { body } = await call('POST', '/verify-otp', { otp: codeIn(sent) });
  return call('PUT', '', {
    ...change,
    verificationToken: (body as unknown as { verificationToken: string }).verificationToken,
  });
}
/** 401 for an invalid token; 404 or 422 for a valid one, because the rest of the postback is wrong. */
const holds = async (token: string): Promise<boolean> =>
  (await app.http.fastify.inject({ url: `/postback?event=install&token=${token}&click_id=none` })).statusCode !== 401;
const current = async (): Promise<SettingsView> => (await call('GET', '')).body.settings;
const TOKENS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32)) as [string, string, string, string];

test('accepts the old token for 24 hours if requested, and shows its expiry', async () => {
  const { securityKey: old } = await current();
  expect(await current()).toMatchObject({ oldSecurityKey: null });
  const { body } = await save({ securityKey: TOKENS[0], keepOldSecurityKey: true });
  expect(body.settings.oldSecurityKey).toEqual({
    masked: `••••••••${old.slice(-4)}`,
    endsAt: '2026-11-22T06:30:00.000Z',
  });
  expect(lastMail).toContain('accepted for another 24 hours');
  expect([await holds(old), await holds(TOKENS[0]), await holds('x'.repeat(32))]).toEqual([true, true, false]);
  app.clock.advance(24 * 3_600_000 - 1);
  expect(await holds(old)).toBe(true);
  app.clock.advance(1);
  expect(await holds(old)).toBe(false);
  expect((await current()).oldSecurityKey).toBeNull();
  const [row] = await app.database.query<{ before: object; after: object }>(
    sql`select before, after from audit_log where action = 'settings.save' order by id desc limit 1`,
  );
  expect(row).toEqual({
    before: { securityKey: `••••••••${old.slice(-4)}`, oldSecurityKey: `••••••••${old.slice(-4)}` },
    after: { securityKey: '••••••••aaaa', oldSecurityKey: 'accepted for another 24 hours' },
  });
});

test('expires the old token at once by default, with any earlier one', async () => {
  await save({ securityKey: TOKENS[1], keepOldSecurityKey: true });
  await save({ securityKey: TOKENS[2] });
  expect(lastMail).toContain('Old security token: ••••••••bbbb → ends at once');
  expect([await holds(TOKENS[0]), await holds(TOKENS[1]), await holds(TOKENS[2])]).toEqual([false, false, true]);
});

// covers own-6.5
test('records nothing for a postback with an expired token, and logs a wrong token', async () => {
  const { securityKey: old } = await current();
  const offerId = await app.createOffer();
  const uid = await app.newUser();
  const [before, after] = [await app.click(offerId, uid), await app.click(offerId, uid)];
  expect((await app.send(offerId, 'install', { click_id: before, token: old })).body.code).toBe('accepted');
  await save({ securityKey: 'e'.repeat(32) });
  const refused = await app.send(offerId, 'install', { click_id: after, token: old });
  expect([refused.status, refused.body.code]).toEqual([401, 'bad_token']);
  await app.logged(after).toEqual(['bad_token']);
  expect(await app.conversionsOf(after)).toEqual([]);
  expect(await app.balance(uid)).toBe(100);
  await save({ securityKey: old });
});

test('expires the old token early by one audited call', async () => {
  await save({ securityKey: TOKENS[3], keepOldSecurityKey: true });
  await save({ systemName: 'Renamed meanwhile' });
  expect(await holds(TOKENS[2])).toBe(true);
  const ended = await call('POST', '/end-old-security-key');
  expect(ended.body.settings).toMatchObject({ securityKey: TOKENS[3], oldSecurityKey: null });
  expect(await holds(TOKENS[2])).toBe(false);
  expect((await call('POST', '/end-old-security-key')).status).toBe(409);
  const rows = await app.database.query<{ before: { oldSecurityKey: string } }>(
    sql`select before from audit_log where action = 'settings.end-old-security-key'`,
  );
  expect(rows).toMatchObject([{ before: { oldSecurityKey: '••••••••cccc' } }]);
});

test('binds the code to the choice: a code requested without it does not keep the old token', async () => {
  await call('POST', '/send-otp', { securityKey: TOKENS[0] });
  const otp = codeIn(await mail.next());
  const { body } = await call('POST', '/verify-otp', { otp });
  const verificationToken = (body as unknown as { verificationToken: string }).verificationToken;
  const answer = await call('PUT', '', { securityKey: TOKENS[0], keepOldSecurityKey: true, verificationToken });
  expect(answer.status).toBe(403);
  expect((await current()).securityKey).toBe(TOKENS[3]);
});

test('stores both tokens unreadable in the database', async () => {
  await save({ securityKey: TOKENS[1], keepOldSecurityKey: true });
  const [row] = await app.database.query<{ all: string }>(
    sql`select (select s::text from settings s) || (select jsonb_agg(l)::text from audit_log l) as all`,
  );
  for (const token of TOKENS) expect(row?.all).not.toContain(token);
});
