import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { command, commandHere, type Ended } from '#test/operator-commands.ts';
import { callAs, enrol, givePassword } from './account-app.ts';
import { createAuthApp, EMAIL } from './auth-app.ts';
import { codeIn } from './mail-server.ts';

// The command uses the machine's clock, and sessions of another day have expired by then.
const app = await createAuthApp({}, { now: new Date().toISOString() });
await app.start();
const token = await app.signIn();

const environment = () => ({
  DATABASE_URL: app.serverDatabase.pool.options.connectionString,
  SMTP_URL: app.mail.url,
});
const reset = (args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  commandHere('reset-second-factor', args, { ...environment(), ...settings });

it('changes nothing without an authenticator app or an administrator', async () => {
  expect(await reset([EMAIL])).toMatchObject({
    code: 1,
    stderr:
      'reset-second-factor: This administrator uses no authenticator app: their sign-in codes come by mail already.\n',
  });
  expect(await reset(['nobody@example.com'])).toMatchObject({
    code: 1,
    stderr: 'reset-second-factor: Administrator not found.\n',
  });
  expect((await callAs(app, token, 'GET', '/api/account/authenticator')).status).toBe(200);
});

it('removes the app, ends the sessions, mails the owner, and the next code comes by mail', async () => {
  await enrol(app, token);
  const mails = app.mail.mails.length;
  const { code, stdout } = await command('reset-second-factor', [` ${EMAIL.toUpperCase()} `], environment());
  expect(code).toBe(0);
  expect(stdout).toContain(`The authenticator app of ${EMAIL} was removed, and their sessions (1) were ended.`);
  expect(app.mail.mails.slice(mails)).toMatchObject([
    { subject: 'Your Muneem authenticator app was removed', to: [{ address: EMAIL }] },
  ]);
  await app.mail.next();
  expect((await callAs(app, token, 'GET', '/api/account/authenticator')).status).toBe(401);
  const [row] = await app.database.query(sql`
    select actor_kind, actor_name, before, after from audit_log where action = 'admins.reset-authenticator'`);
  expect(row).toEqual({
    actorKind: 'system',
    actorName: 'Operator of the machine',
    before: { email: EMAIL, secondFactor: 'authenticator' },
    after: { secondFactor: 'email', sessionsEnded: 1, invitationsEnded: 0, runsStopped: 0 },
  });
  expect(await app.database.query(sql`select 1 from admin_recovery_codes`)).toEqual([]);
  expect((await givePassword(app)).body['method']).toBeUndefined();
  const otp = codeIn(await app.mail.next());
  expect((await app.post('verify-otp', { email: EMAIL, otp })).status).toBe(200);
});

it('removes the app and warns when the mail server is unreachable', async () => {
  await enrol(app, await app.signIn());
  const { code, stdout, stderr } = await reset([EMAIL], { SMTP_URL: 'smtp://127.0.0.1:1' });
  expect([code, stdout]).toEqual([0, expect.stringContaining('was removed')]);
  expect(stderr).toContain('reset-second-factor: the mail to them failed.');
});

it('names a missing argument or folder in one line and creates no database', async () => {
  expect(await reset([])).toMatchObject({
    code: 2,
    stderr: 'reset-second-factor: give one email address: npm run reset-second-factor -- admin@example.com\n',
  });
  const folder = join(tmpdir(), `muneem-mistyped-reset-${process.pid}`);
  const { code, stderr } = await reset([EMAIL], { DATABASE_URL: '', DATA_DIR: folder });
  expect([code, stderr]).toEqual([2, `reset-second-factor: DATA_DIR contains no database: ${folder}\n`]);
  expect(existsSync(folder)).toBe(false);
});
