import { beforeEach, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp } from '#test/test-app.ts';
import { startSettingsApp } from './settings-app.ts';

const world = await startSettingsApp();
/** Codes and guesses are limited for each admin, so every test uses a new one. */
beforeEach(() => world.signInAnother());

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('saves manual review and the limits of Auto Payout with a code; mail and audit log name both', async () => {
  const change = {
    autoPayoutFlags: ['fresh_account', 'shared_upi'],
    autoPayoutUserLimit: 2_500,
    autoPayoutDayLimit: 250_000,
  };
  const refused = await world.call('PUT', '', { ...change, verificationToken: 'invented' });
  expect(refused.status).toBe(403);
  const otp = await world.askForCode(change);
  expect(world.mail.mails.at(-1)?.text?.replaceAll(/\s+/g, ' ')).toContain(
    'Auto Payout limit per user and day: The same as for one withdrawal → ₹2,500 Auto Payout limit per day: ₹1,00,000 → ₹2,50,000',
  );
  const { verificationToken } = (await world.call('POST', '/verify-otp', { otp })).body;
  const flags = ['shared_upi', 'fresh_account'];
  expect((await world.call('PUT', '', { ...change, verificationToken })).body.settings).toMatchObject({
    ...change,
    autoPayoutFlags: flags,
  });
  expect(await world.read()).toMatchObject({ ...change, autoPayoutFlags: flags });
  const [audit] = await world.app.database.query<{ after: object }>(
    sql`select after from audit_log where action = 'settings.save' and actor_id = ${world.admin.adminId}`,
  );
  expect(audit?.after).toEqual({
    autoPayoutFlags: 'UPI shared with other users, Joined less than 24 hours before',
    autoPayoutUserLimit: '₹2,500',
    autoPayoutDayLimit: '₹2,50,000',
  });
  const reset = { autoPayoutUserLimit: null };
  await world.save(reset);
  expect(await world.read()).toMatchObject({ ...reset, autoPayoutDayLimit: 250_000 });
});

// covers 001-5.6 001-9.5
test.each(['12345', '1234567', 'abcdef', ''])('rejects the code "%s"', async (otp) => {
  expect(await world.call('POST', '/verify-otp', { otp })).toMatchObject({
    status: 400,
    body: { message: 'Please enter a valid 6-digit OTP' },
  });
});

// covers 001-7.26
test('issues one token for 50 concurrent right guesses', async () => {
  const otp = await world.askForCode({ systemName: 'Fifty' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => world.call('POST', '/verify-otp', { otp })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('rejects the right code after 5 wrong guesses, also under concurrency', async () => {
  const otp = await world.askForCode({ systemName: 'Guessed' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => world.call('POST', '/verify-otp', { otp: wrong(otp) })),
  );
  expect(answers.every(({ status, body }) => status === 400 && body.message === 'Invalid OTP')).toBe(true);
  expect((await world.call('POST', '/verify-otp', { otp })).status).toBe(400);
  const [row] = await world.app.database.query<{ failures: number }>(
    sql`select failures from settings_codes where admin_id = ${world.admin.adminId} order by id desc limit 1`,
  );
  expect(row?.failures).toBe(5);
});

test('sends no code for a while after 10 wrong guesses over several codes', async () => {
  for (let round = 0; round < 2; round += 1) {
    const otp = await world.askForCode({ systemName: `Round ${round}` });
    for (let guess = 0; guess < 5; guess += 1) await world.call('POST', '/verify-otp', { otp: wrong(otp) });
  }
  expect((await world.call('POST', '/send-otp', { systemName: 'More' })).status).toBe(429);
  world.app.clock.advance(16 * 60_000);
  expect((await world.call('POST', '/send-otp', { systemName: 'Later' })).status).toBe(200);
  await world.mail.next();
});

test('allows 12 codes in 15 minutes for each administrator, and sends no mail for the thirteenth', async () => {
  for (let codes = 0; codes < 12; codes += 1) await world.askForCode({ systemName: `Code ${codes}` });
  expect(await world.call('POST', '/send-otp', { systemName: 'One more' })).toMatchObject({
    status: 429,
    body: {
      code: 'rate_limited',
      message: 'Too many codes or wrong attempts. Please try again in 15 minutes.',
    },
  });
  const other = await openAdminSession(world.app, 'many-codes@example.com');
  expect((await world.call('POST', '/send-otp', { systemName: 'Of another' }, other)).status).toBe(200);
  expect((await world.mail.next()).to?.[0]?.address).toBe('many-codes@example.com');
  world.app.clock.advance(15 * 60_000);
  await world.askForCode({ systemName: 'Later' });
});

test('rejects the older of two codes', async () => {
  const older = await world.askForCode({ systemName: 'Older' });
  const newer = await world.askForCode({ systemName: 'Newer' });
  if (older !== newer) expect((await world.call('POST', '/verify-otp', { otp: older })).status).toBe(400);
});

test('expires a code after 5 minutes and its token after 10', async () => {
  const change = { systemName: 'Just in time' };
  const otp = await world.askForCode(change);
  world.app.clock.advance(5 * 60_000 - 1_000);
  const { status, body } = await world.call('POST', '/verify-otp', { otp });
  expect(status).toBe(200);
  world.app.clock.advance(10 * 60_000 - 1_000);
  const { verificationToken } = body;
  expect((await world.call('PUT', '', { ...change, verificationToken })).status).toBe(200);
  const late = await world.askForCode({ systemName: 'Too late' });
  world.app.clock.advance(5 * 60_000);
  expect(await world.call('POST', '/verify-otp', { otp: late })).toMatchObject({
    status: 400,
    body: { message: 'Invalid OTP' },
  });
});

test('does not accept the code of another admin', async () => {
  const otp = await world.askForCode({ systemName: 'Mine alone' });
  const other = await openAdminSession(world.app, 'other@example.com');
  expect((await world.call('POST', '/verify-otp', { otp }, other)).status).toBe(400);
});

test('explains a mail outage, and counts nothing', async () => {
  const away = await createTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
  const session = await openAdminSession(away);
  const send = () => away.call('POST', '/api/settings/send-otp', { systemName: 'X' }, session);
  for (let tries = 0; tries < 10; tries += 1) expect((await send()).status).toBe(503);
  await away.close();
});
