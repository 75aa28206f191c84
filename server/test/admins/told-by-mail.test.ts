import type { Email } from 'postal-mime';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeNotice } from '#features/admins/change-mail.ts';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { callAs, enrol } from '../auth/account-app.ts';
import { EMAIL, PASSWORD, PUBLIC_URL, renewAuthApp, type Answer } from '../auth/auth-app.ts';
import { hasResetLink, isTo, resetLinkIn } from '../auth/mail-server.ts';

const RAVI = 'ravi@example.com';
const MEERA = 'meera@example.com';
const GONE = 'gone@example.com';
const NEW = 'new@example.com';

const app = await renewAuthApp();
let asha: string;
let ravi: TestSession;
let meera: TestSession;
beforeEach(async () => {
  asha = (await openAdminSession(app, EMAIL)).token;
  ravi = await openAdminSession(app, RAVI);
  meera = await openAdminSession(app, MEERA);
  await openAdminSession(app, GONE);
  await app.database.execute(sql`update admins set disabled_at = now() where email = ${GONE}`);
});

const post = (path: string, body: object = {}, token = asha): Promise<Answer> =>
  callAs(app, token, 'POST', `/api/admins/${path}`, { ...body, password: PASSWORD });

/** Waits for this many mails about changes. @returns them by recipient */
async function changeMails(count: number): Promise<Readonly<Record<string, Email>>> {
  const about = () => app.mail.mails.filter(({ subject }) => subject?.startsWith('Muneem: '));
  await expect.poll(() => about().length, { timeout: 15_000 }).toBe(count);
  return Object.fromEntries(about().map((mail) => [mail.to?.[0]?.address, mail]));
}
const textOf = (mail: Email | undefined): string => (mail?.text ?? '').replaceAll(/\s+/g, ' ');

describe('a mail to every active administrator', () => {
  it('names an invitation, its time, its IP address and the next step', async () => {
    expect((await post('invitations', { email: NEW })).status).toBe(200);
    const mails = await changeMails(3);
    expect(Object.keys(mails).toSorted()).toEqual([EMAIL, MEERA, RAVI].toSorted());
    for (const mail of Object.values(mails)) {
      expect(mail.subject).toBe('Muneem: an administrator was invited');
      for (const said of [
        `${EMAIL} invited ${NEW} to become an administrator.`,
        'When: 21 Nov 2026, 12:00 (India). IP address: 198.18.0.9.',
      ]) {
        expect(textOf(mail)).toContain(said);
        expect(mail.html).toContain(said);
      }
      expect(mail.text).toContain(`${PUBLIC_URL}/admins`);
      expect(mail.html).toContain(`href="${PUBLIC_URL}/admins"`);
    }
    expect(textOf(mails[EMAIL])).toContain('If this was not you, another person has your password');
    expect(textOf(mails[RAVI])).toContain(
      `If they did not do it, disable their account, withdraw the invitation of ${NEW} (if it was accepted, disable ${NEW})`,
    );
  });

  it('names a disabled and an enabled administrator, who gets a mail as well', async () => {
    expect((await post(`${ravi.adminId}/disable`)).status).toBe(200);
    const mails = await changeMails(3);
    expect(Object.keys(mails).toSorted()).toEqual([EMAIL, MEERA, RAVI].toSorted());
    expect(textOf(mails[MEERA])).toContain(`${EMAIL} disabled ${RAVI}.`);
    expect(textOf(mails[RAVI])).toContain(`${EMAIL} disabled your account.`);
    expect(textOf(mails[RAVI])).toContain('tell another administrator or your server administrator at once');
    expect(mails[RAVI]?.text).not.toContain(PUBLIC_URL);
    expect((await post(`${ravi.adminId}/enable`)).status).toBe(200);
    const again = await changeMails(6);
    expect(textOf(again[MEERA])).toContain(`${EMAIL} enabled ${RAVI}, who can sign in again.`);
    expect(textOf(again[RAVI])).toContain(`${EMAIL} enabled your account.`);
  });

  it('names a removed authenticator app', async () => {
    await enrol(app, asha);
    const [owner] = await app.database.query<{ id: string }>(sql`select id from admins where email = ${EMAIL}`);
    expect((await post(`${owner?.id}/reset-authenticator`, {}, meera.token)).status).toBe(200);
    const mails = await changeMails(3);
    expect(textOf(mails[RAVI])).toContain(`${MEERA} removed the authenticator app of ${EMAIL}.`);
    expect(textOf(mails[EMAIL])).toContain(`${MEERA} removed your authenticator app.`);
    expect(textOf(mails[MEERA])).toContain('If this was not you, another person has your password');
  });

  it('is enqueued in the transaction of the change', async () => {
    const waiting = async (): Promise<number> =>
      (await app.database.query(sql`select 1 from jobs.job where name = 'admins-change-mail'`)).length;
    expect((await post('invitations', { email: RAVI })).status).toBe(409);
    expect((await post('nobody/disable')).status).toBe(404);
    await callAs(app, asha, 'POST', `/api/admins/${ravi.adminId}/disable`, { password: 'not it' });
    await app.database.execute(sql`alter table audit_log add constraint full_up check (false) not valid`);
    expect((await post(`${ravi.adminId}/disable`)).status).toBe(500);
    await app.database.execute(sql`alter table audit_log drop constraint full_up`);
    expect(await waiting()).toBe(0);
    await app.database.execute(sql`alter table jobs.job add constraint no_mails check (name <> 'admins-change-mail')`);
    expect((await post(`${ravi.adminId}/disable`)).status).toBe(500);
    await app.database.execute(sql`alter table jobs.job drop constraint no_mails`);
    const [left] = await app.database.query<{ free: boolean }>(
      sql`select disabled_at is null as free from admins where email = ${RAVI}`,
    );
    expect(left?.free).toBe(true);
  });
});

it('mails every active administrator that an unsent invitation has ended, once the mail server is back', async () => {
  await app.mail.close();
  expect((await post('invitations', { email: NEW })).status).toBe(503);
  const jobs = await app.database.query<{ to: string }>(sql`
    select data->>'to' as to from jobs.job where name = 'admins-change-mail' and data->>'change' = 'invitation_failed'`);
  expect(jobs.map(({ to }) => to).toSorted()).toEqual([EMAIL, MEERA, RAVI].toSorted());
  const at = app.clock.now().toISOString();
  const { paragraphs } = changeNotice({ to: RAVI, change: 'invitation_failed', whom: NEW, by: EMAIL, ip: null, at });
  expect(paragraphs).toContain(`${EMAIL} invited ${NEW}, but the mail could not be sent. The invitation has ended.`);
});

describe('invitations sent from a stolen session', () => {
  const invite = async (email: string, token: string): Promise<string> => {
    expect((await post('invitations', { email }, token)).status).toBe(200);
    return /token=([\w-]+)/.exec((await app.mail.next(isTo(email))).text ?? '')?.[1] ?? '';
  };
  const accept = (token: string): Promise<Answer> =>
    app.post('accept-invitation', { token, password: 'the thief chose' });

  it('end when the owner chooses a new password', async () => {
    const thief = await invite(NEW, asha);
    const { token } = await openAdminSession(app, EMAIL);
    const change = { currentPassword: PASSWORD, newPassword: 'chosen by the owner' };
    expect((await callAs(app, token, 'POST', '/api/account/password', change)).status).toBe(200);
    expect((await accept(thief)).body).toMatchObject({ code: 'invalid_invitation' });
    const [entry] = await app.database.query(sql`select after from audit_log where action = 'auth.password_changed'`);
    expect(entry).toEqual({ after: { sessionsEnded: 1, invitationsEnded: 1, runsStopped: 0 } });
  });

  it('end with the password reset of its owner, and the log counts them', async () => {
    const thief = await invite(NEW, asha);
    const friend = await invite('friend@example.com', ravi.token);
    await app.post('forgot-password', { email: EMAIL });
    const link = resetLinkIn(await app.mail.next(hasResetLink));
    const reset = { token: link.searchParams.get('token'), newPassword: 'chosen by the owner' };
    expect((await app.post('reset-password', reset)).status).toBe(200);
    expect((await accept(thief)).body).toMatchObject({ code: 'invalid_invitation' });
    expect((await accept(friend)).status).toBe(200);
    const [entry] = await app.database.query(sql`select after from audit_log where action = 'auth.password_reset'`);
    expect(entry).toEqual({ after: { sessionsEnded: 1, invitationsEnded: 1, runsStopped: 0 } });
  });
});
