import { beforeEach, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { callAs, enrol } from './account-app.ts';
import { EMAIL, PASSWORD, renewAuthApp, type Answer } from './auth-app.ts';
import { hasResetLink, resetLinkIn } from './mail-server.ts';

const app = await renewAuthApp();
let token: string;
beforeEach(async () => void ({ token } = await openAdminSession(app, EMAIL)));

const changePassword = (): Promise<Answer> =>
  callAs(app, token, 'POST', '/api/account/password', { currentPassword: PASSWORD, newPassword: 'another password' });

it('reaches the owner although the mail server refuses it at first', async () => {
  app.mail.refusals.push(451);
  expect((await changePassword()).status).toBe(200);
  const retry = sql`update jobs.job set start_after = now() where name = 'auth-security-mail' and state = 'retry'`;
  await expect.poll(() => app.database.execute(retry)).toBe(1);
  expect((await app.mail.next()).subject).toBe('Your Muneem password was changed');
});

it('is enqueued in the transaction of each change, so that a crash loses both or none', async () => {
  const { code } = await enrol(app, token);
  await app.post('forgot-password', { email: EMAIL });
  const link = resetLinkIn(await app.mail.next(hasResetLink)).searchParams.get('token');
  await app.database.execute(
    sql`alter table jobs.job add constraint no_mails check (name <> 'auth-security-mail') not valid`,
  );
  const changes = {
    password: await changePassword(),
    reset: await app.post('reset-password', { token: link, newPassword: 'another password' }),
    removal: await callAs(app, token, 'POST', '/api/account/authenticator/remove', { code: code() }),
  };
  await app.database.execute(sql`alter table jobs.job drop constraint no_mails`);
  expect(Object.values(changes).map(({ status }) => status)).toEqual([500, 500, 500]);
  expect((await changePassword()).status).toBe(200);
  expect((await callAs(app, token, 'POST', '/api/account/authenticator/remove', { code: code() })).status).toBe(200);
});
