import type { SignIn } from '@muneem/contract/audit';
import type { SessionView } from '@muneem/contract/account';
import { describe, expect, it } from 'vitest';
import { openAdminSession } from '#test/admin-session.ts';
import { callAs } from './account-app.ts';
import { EMAIL, PASSWORD, renewAuthApp, wrongCode } from './auth-app.ts';

const app = await renewAuthApp();

async function openOn(userAgent: string, ip: string): Promise<string> {
  const otp = await app.askForCode();
  const { body } = await app.post(
    'verify-otp',
    { email: EMAIL, otp },
    { 'user-agent': userAgent, 'x-forwarded-for': ip },
  );
  return String(body.token);
}
const sessions = async (token: string): Promise<SessionView[]> =>
  (await callAs(app, token, 'GET', '/api/account/sessions')).body['sessions'] as SessionView[];

describe('your sessions', () => {
  it('are listed with device, IP address and last use, without those of others', async () => {
    const phone = await openOn('Phone/1', '198.18.0.20');
    app.clock.advance(120_000);
    const laptop = await openOn('Laptop/2', '198.18.0.30');
    await openAdminSession(app, 'other@example.com');
    const listed = await sessions(laptop);
    expect(listed.map(({ userAgent, ip, current, lastSeenAt }) => ({ userAgent, ip, current, lastSeenAt }))).toEqual([
      { userAgent: 'Laptop/2', ip: '198.18.0.30', current: true, lastSeenAt: '2026-11-21T06:32:00.000Z' },
      { userAgent: 'Phone/1', ip: '198.18.0.20', current: false, lastSeenAt: '2026-11-21T06:30:00.000Z' },
    ]);
    expect(JSON.stringify(listed)).not.toContain(phone);
  });

  it('can be ended one by one, and only your own', async () => {
    const phone = await openOn('Phone/1', '198.18.0.20');
    const laptop = await openOn('Laptop/2', '198.18.0.30');
    const other = await openAdminSession(app, 'other@example.com');
    const phoneId = (await sessions(phone)).find(({ current }) => current)?.id ?? '';
    expect((await callAs(app, other.token, 'DELETE', `/api/account/sessions/${phoneId}`)).status).toBe(404);
    expect((await app.verify(phone)).status).toBe(200);
    expect((await callAs(app, laptop, 'DELETE', `/api/account/sessions/${phoneId}`)).status).toBe(200);
    expect((await app.verify(phone)).status).toBe(401);
    expect((await app.verify(laptop)).status).toBe(200);
    expect((await callAs(app, laptop, 'DELETE', `/api/account/sessions/${phoneId}`)).status).toBe(404);
  });

  it('can be ended all together except the current one', async () => {
    const others = [await openOn('A', '198.18.0.1'), await openOn('B', '198.18.0.2')];
    const mine = await openOn('C', '198.18.0.3');
    expect((await callAs(app, mine, 'POST', '/api/account/sessions/end-others')).body).toMatchObject({ ended: 2 });
    for (const token of others) expect((await app.verify(token)).status).toBe(401);
    expect(await sessions(mine)).toHaveLength(1);
  });
});

describe('a new password', () => {
  const change = (token: string, currentPassword: string, newPassword = 'quite another one') =>
    callAs(app, token, 'POST', '/api/account/password', { currentPassword, newPassword });

  it('replaces the current one, ends every other session and mails the owner', async () => {
    const phone = await openOn('Phone/1', '198.18.0.20');
    const mine = await openOn('Laptop/2', '198.18.0.30');
    expect((await change(mine, PASSWORD)).status).toBe(200);
    expect((await app.mail.next()).subject).toBe('Your Muneem password was changed');
    expect((await app.verify(phone)).status).toBe(401);
    expect((await app.verify(mine)).status).toBe(200);
    expect((await app.post('login', { email: EMAIL, password: PASSWORD })).status).toBe(401);
    await app.signIn({ password: 'quite another one' });
  });

  it.each([
    ['leading and trailing blanks', '  with blanks  ', 'with blanks'],
    ['letters in both cases', 'Quite Another One', 'quite another one'],
    ['more than 64 characters', `${'long '.repeat(14)}A`, `${'long '.repeat(14)}B`],
    ['the maximum length in any script', `${'नमस्ते'.repeat(42)}😀A`, `${'नमस्ते'.repeat(42)}😀B`],
  ])('with %s is compared exactly, to its last character', async (_kind, password, almost) => {
    expect((await change(await openOn('Laptop/2', '198.18.0.30'), PASSWORD, password)).status).toBe(200);
    await app.mail.next();
    expect((await app.post('login', { email: EMAIL, password: almost })).status).toBe(401);
    await app.signIn({ password });
  });

  it('needs the current one, within five tries in 15 minutes, and eight characters', async () => {
    const mine = await openOn('Laptop/2', '198.18.0.30');
    expect((await change(mine, PASSWORD, 'short12')).body).toMatchObject({
      errors: { newPassword: 'Password must be at least 8 characters long' },
    });
    for (let i = 0; i < 5; i += 1) expect((await change(mine, 'not it')).status).toBe(400);
    expect((await change(mine, PASSWORD)).status).toBe(429);
    expect((await app.verify(mine)).status).toBe(200);
  });
});

it('lists your own sign-ins and failed attempts page by page', async () => {
  await app.post(
    'login',
    { email: EMAIL, password: 'no' },
    { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Evil/1' },
  );
  const otp = await app.askForCode();
  await app.post('verify-otp', { email: EMAIL, otp: wrongCode(otp) }, { 'user-agent': 'Typo/1' });
  const { body } = await app.post('verify-otp', { email: EMAIL, otp }, { 'user-agent': 'Good/1' });
  const read = async (query = ''): Promise<{ signIns: SignIn[]; hasOlder: boolean }> =>
    (await callAs(app, String(body.token), 'GET', `/api/account/sign-ins${query}`)).body as never;
  const all = await read();
  expect(all.signIns.map(({ outcome, userAgent }) => [outcome, userAgent])).toEqual([
    ['signed_in', 'Good/1'],
    ['wrong_code', 'Typo/1'],
    ['wrong_password', 'Evil/1'],
  ]);
  expect(all.signIns[2]?.ip).toBe('203.0.113.9');
  const first = await read('?limit=2');
  expect(first).toMatchObject({ hasOlder: true, signIns: [{ outcome: 'signed_in' }, { outcome: 'wrong_code' }] });
  expect(await read(`?limit=2&before=${first.signIns[1]?.id}`)).toMatchObject({
    hasOlder: false,
    signIns: [{ outcome: 'wrong_password' }],
  });
  const other = await openAdminSession(app, 'other@example.com');
  expect((await callAs(app, other.token, 'GET', '/api/account/sign-ins')).body['signIns']).toEqual([]);
});
