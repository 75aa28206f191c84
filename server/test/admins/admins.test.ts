import type { Administrator, Invitation } from '@muneem/contract/admins';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { callAs, enrol } from '../auth/account-app.ts';
import { EMAIL, PASSWORD, PUBLIC_URL, renewAuthApp } from '../auth/auth-app.ts';
import { codeIn, hasCode, isTo } from '../auth/mail-server.ts';
import { holdLock } from '#test/hold-lock.ts';

// Jobs send the mails about changes.
const app = await renewAuthApp();
let asha: string;
beforeEach(async () => void (asha = (await openAdminSession(app, EMAIL)).token));

const RAVI = 'ravi@example.com';
const list = async (): Promise<{ admins: Administrator[]; invitations: Invitation[] }> =>
  (await callAs(app, asha, 'GET', '/api/admins')).body as never;
const invite = (email = RAVI, as = asha) =>
  callAs(app, as, 'POST', '/api/admins/invitations', { email, password: PASSWORD });
async function invitedToken(email = RAVI): Promise<string> {
  expect((await invite(email)).status).toBe(200);
  const link = /https:\S+accept-invitation\S+/.exec((await app.mail.next(isTo(email))).text ?? '')?.[0] ?? '';
  expect(link.startsWith(`${PUBLIC_URL}/accept-invitation?token=`)).toBe(true);
  return new URL(link).searchParams.get('token') ?? '';
}
const accept = (token: string, password = 'ravi chose this', name = 'Ravi') =>
  app.post('accept-invitation', { token, password, name });
const login = (email: string, password: string) => app.post('login', { email, password });
const idOf = async (email: string): Promise<string> =>
  (await list()).admins.find((admin) => admin.email === email)?.id ?? '';
const audited = async (action: string) =>
  app.database.query<{ actorId: string; entityId: string; before: object; after: object }>(
    sql`select actor_id, entity_id, before, after from audit_log where action = ${action} order by id`,
  );

describe('an invitation', () => {
  it('creates an administrator by a mailed link, who signs in with the chosen password', async () => {
    const token = await invitedToken();
    expect((await list()).invitations).toMatchObject([{ email: RAVI, invitedBy: EMAIL, expired: false }]);
    expect((await accept(token)).body).toMatchObject({ success: true });
    expect(await list()).toMatchObject({
      invitations: [],
      admins: [
        { email: EMAIL, isYou: true, status: 'active', openSessions: 1 },
        { email: RAVI, name: 'Ravi', isYou: false, status: 'active', openSessions: 0, lastSeenAt: null },
      ],
    });
    expect((await login(RAVI, 'ravi chose this')).status).toBe(200);
    const otp = codeIn(await app.mail.next(hasCode));
    expect((await app.post('verify-otp', { email: RAVI, otp })).status).toBe(200);
    expect(await audited('admins.invite')).toHaveLength(1);
    expect(await audited('admins.accept-invitation')).toMatchObject([{ after: { email: RAVI, name: 'Ravi' } }]);
  });

  it('accepts names of one line only, because mails contain them', async () => {
    const token = await invitedToken();
    expect(await accept(token, 'ravi chose this', 'Ravi\n\nUrgent: approve at https://evil.example')).toMatchObject({
      status: 400,
      body: { errors: { name: 'This name contains characters that cannot be stored.' } },
    });
    expect((await accept(token)).status).toBe(200);
  });

  it.each([
    'Auto payout',
    'payout Provider',
    EMAIL.toUpperCase(),
    'Auto  Payout',
    'Auto\u00a0Payout',
    'Au\u200bto Payout',
    '\uff21uto Payout',
  ])('is refused under the name %j', async (name) => {
    const token = await invitedToken();
    const text = 'This name belongs to the system or another administrator. Choose another name.';
    expect(await accept(token, 'ravi chose this', name)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: text, errors: { name: text } },
    });
    expect((await accept(token)).status).toBe(200);
  });

  it('gives one name to one of two people who accept at the same time', async () => {
    const tokens = [await invitedToken(), await invitedToken('meera@example.com')];
    const held = await holdLock(app.database, 'lock audit_log in share mode');
    const answers = tokens.map((token) => accept(token, 'they chose this', 'Ravi'));
    await expect.poll(() => countLockWaits(app.database), { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    await held.release();
    expect((await Promise.all(answers)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('shows the email address instead of an invisible name', async () => {
    expect((await accept(await invitedToken(), 'ravi chose this', '\u200b\u3164')).status).toBe(200);
    expect((await list()).admins.map(({ name }) => name)).toContain(RAVI);
  });

  it('works once when six requests race', async () => {
    const token = await invitedToken();
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
    expect((await accept(token)).body).toMatchObject({
      code: 'invalid_invitation',
      message: 'This invitation is no longer valid. Please ask for a new one.',
    });
  });

  it('expires after 48 hours', async () => {
    const token = await invitedToken();
    app.clock.advance(48 * 3_600_000);
    expect((await list()).invitations).toMatchObject([{ email: RAVI, expired: true }]);
    expect((await accept(token)).status).toBe(400);
  });

  it('ends when it is withdrawn or replaced', async () => {
    const first = await invitedToken();
    const second = await invitedToken();
    expect((await accept(first)).status).toBe(400);
    const [open] = (await list()).invitations;
    expect((await callAs(app, asha, 'DELETE', `/api/admins/invitations/${open?.id}`)).status).toBe(200);
    expect((await accept(second)).status).toBe(400);
    expect((await callAs(app, asha, 'DELETE', `/api/admins/invitations/${open?.id}`)).status).toBe(404);
    expect(await audited('admins.withdraw-invitation')).toMatchObject([
      {
        entityId: expect.not.stringMatching(open?.id ?? ''),
        before: { email: RAVI },
        after: { reason: 'the address was invited again' },
      },
      { entityId: open?.id, before: { email: RAVI } },
    ]);
  });

  it('is created by one of several concurrent calls for one email address', async () => {
    const { token } = await openAdminSession(app, 'other@example.com');
    const answers = await Promise.all([asha, token, asha, token, asha, token].map((as) => invite(RAVI, as)));
    const sent = answers.filter(({ status }) => status === 200);
    expect(sent.length).toBeGreaterThan(0);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual(
      refused.map(() => [409, 'This email address was just invited. Refresh the list.']),
    );
    expect((await list()).invitations).toMatchObject([{ email: RAVI }]);
    expect(await audited('admins.invite')).toHaveLength(sent.length);
  });

  it('is refused for an email address with an account, and with a short password', async () => {
    expect(await invite(EMAIL)).toMatchObject({ status: 409 });
    expect(await invite('no address')).toMatchObject({ status: 400 });
    const token = await invitedToken();
    expect((await accept(token, 'short12')).body).toMatchObject({
      errors: { password: 'Password must be at least 8 characters long' },
    });
    expect((await accept(token)).status).toBe(200);
  });

  it('is stored without its token', async () => {
    const token = await invitedToken();
    const [row] = await app.database.query<{ all: string }>(sql`
      select (select jsonb_agg(i)::text from admin_invitations i) || (select jsonb_agg(l)::text from audit_log l) as all`);
    expect(row?.all).not.toContain(token);
  });

  it('is withdrawn when its mail cannot be sent', async () => {
    await app.mail.close();
    expect((await invite()).status).toBe(503);
    expect((await list()).invitations).toEqual([]);
    const [invited] = await audited('admins.invite');
    expect(await audited('admins.withdraw-invitation')).toMatchObject([
      { entityId: invited?.entityId, before: { email: RAVI }, after: { reason: 'its mail could not be sent' } },
    ]);
  });
});

describe('a disabled administrator', () => {
  const ravi = () => openAdminSession(app, RAVI);
  const disable = (id: string, token = asha) =>
    callAs(app, token, 'POST', `/api/admins/${id}/disable`, { password: PASSWORD });
  const enable = (id: string) => callAs(app, asha, 'POST', `/api/admins/${id}/enable`, { password: PASSWORD });

  it('loses every session, code and link at once', async () => {
    await accept(await invitedToken());
    await login(RAVI, 'ravi chose this');
    const otp = codeIn(await app.mail.next(hasCode));
    const { token } = await ravi();
    await app.post('forgot-password', { email: RAVI });
    const link = /token=([\w-]+)/.exec((await app.mail.next(isTo(RAVI))).text ?? '')?.[1];
    expect((await disable(await idOf(RAVI))).status).toBe(200);
    expect((await app.verify(token)).status).toBe(401);
    expect((await app.post('verify-otp', { email: RAVI, otp })).status).toBe(400);
    expect((await app.post('reset-password', { token: link, newPassword: 'let me in again' })).status).toBe(400);
    expect((await login(RAVI, 'ravi chose this')).body).toEqual((await login(RAVI, 'wrong')).body);
    const told = ({ subject }: { readonly subject?: string | undefined }): boolean =>
      subject === 'Muneem: your account was disabled';
    await app.mail.next(told);
    app.clock.advance(60_000);
    for (const path of ['forgot-password', 'resend-otp'])
      expect((await app.post(path, { email: RAVI })).status).toBe(200);
    await app.stop();
    expect(told(app.mail.mails.findLast(isTo(RAVI)) ?? {})).toBe(true);
  });

  it('loses the invitations that they sent, also one that is sent concurrently', async () => {
    const { token, adminId } = await openAdminSession(app, RAVI);
    const accomplice = async (email: string): Promise<string> => {
      const body = { email, password: PASSWORD };
      expect((await callAs(app, token, 'POST', '/api/admins/invitations', body)).status).toBe(200);
      return /token=([\w-]+)/.exec((await app.mail.next(isTo(email))).text ?? '')?.[1] ?? '';
    };
    const first = await accomplice('first@example.com');
    const late = await accomplice('late@example.com');
    expect((await disable(adminId)).status).toBe(200);
    expect((await list()).invitations).toEqual([]);
    expect((await accept(first)).body).toMatchObject({ code: 'invalid_invitation' });
    expect(await audited('admins.disable')).toMatchObject([{ after: { status: 'disabled', invitationsEnded: 2 } }]);
    await app.database.execute(sql`update admin_invitations set withdrawn_at = null where email = 'late@example.com'`);
    expect((await accept(late)).body).toMatchObject({ code: 'invalid_invitation' });
    expect((await list()).admins.map(({ email }) => email).toSorted()).toEqual([EMAIL, RAVI].toSorted());
  });

  it('can be enabled again', async () => {
    await accept(await invitedToken());
    const id = await idOf(RAVI);
    await disable(id);
    expect((await list()).admins.find((admin) => admin.id === id)).toMatchObject({ status: 'disabled' });
    expect((await disable(id)).status).toBe(409);
    expect((await invite()).body.message).toContain('Enable them instead');
    expect((await enable(id)).status).toBe(200);
    expect((await enable(id)).status).toBe(409);
    expect((await login(RAVI, 'ravi chose this')).status).toBe(200);
    expect(await audited('admins.disable')).toMatchObject([{ entityId: id, before: { status: 'active' } }]);
    expect(await audited('admins.enable')).toMatchObject([{ entityId: id, after: { status: 'active' } }]);
  });

  it('cannot be yourself or an unknown administrator', async () => {
    const answer = await disable(await idOf(EMAIL));
    expect(answer).toMatchObject({ status: 409, body: { message: 'You cannot disable yourself.' } });
    expect((await disable('adm_nobody')).status).toBe(404);
    expect((await enable('adm_nobody')).status).toBe(404);
    expect((await app.verify(asha)).status).toBe(200);
  });

  it('leaves one active administrator when two disable each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token, adminId } = await openAdminSession(app, `other${round}@example.com`);
      const own = await idOf(EMAIL);
      const answers = await Promise.all([disable(adminId), disable(own, token)]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const active = await app.database.query(sql`select 1 from admins where disabled_at is null`);
      expect(active).toHaveLength(1);
      await app.database.execute(
        sql`update admins set disabled_at = case when email = ${EMAIL} then null else now() end`,
      );
      asha = (await openAdminSession(app, EMAIL)).token;
    }
  });
});

describe('a lost authenticator app', () => {
  it('is removed by another administrator, and its owner gets a mail', async () => {
    await enrol(app, asha);
    const { token } = await openAdminSession(app, RAVI);
    const id = await idOf(EMAIL);
    expect((await list()).admins.find((admin) => admin.id === id)).toMatchObject({ hasAuthenticator: true });
    const path = `/api/admins/${id}/reset-authenticator`;
    const reset = (as: string) => callAs(app, as, 'POST', path, { password: PASSWORD });
    expect((await reset(asha)).status).toBe(409);
    expect((await reset(token)).status).toBe(200);
    const told = await app.mail.next(isTo(EMAIL));
    expect(told.subject).toBe('Muneem: your authenticator app was removed');
    expect((await reset(token)).status).toBe(409);
    expect((await login(EMAIL, PASSWORD)).body).toEqual({ success: true, message: 'OTP sent to your email' });
    expect(await audited('admins.reset-authenticator')).toHaveLength(1);
  });
});
