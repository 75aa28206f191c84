import { expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { EMAIL, PASSWORD } from './auth-app.ts';
import { codeIn, hasCode } from './mail-server.ts';
import { createOidcApp } from './oidc-app.ts';

// The oldest administrator of each test app is EMAIL.
const app = await createOidcApp({ OIDC_ONLY: 'on' });

const passwordSteps = async (email: string) => {
  const { status, body } = await app.post('login', { email, password: PASSWORD });
  return { status, message: body.message };
};
const OFF = { status: 401, message: 'Passwords are off. Please sign in with Company.' };

it('refuses a right password to all but the oldest owner, and audits it', async () => {
  expect(await passwordSteps('farah@muneem.example')).toEqual(OFF);
  const reason = await app.database.getValue<string>(sql`
    select after ->> 'reason' from audit_log where action = 'auth.sign_in_failed' order by id desc limit 1`);
  expect(reason).toBe('identity_provider_only');
  expect((await app.verify(await app.signIn())).status, 'the way in').toBe(200);
});

it('does not reveal by a wrong password who that owner is', async () => {
  const answers = [];
  for (const email of [EMAIL, 'farah@muneem.example', 'unknown@muneem.example']) {
    const { status, body } = await app.post('login', { email, password: 'wrong password' });
    answers.push({ status, body });
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

it('signs everyone in by the provider', async () => {
  expect((await app.browser().signInAs('farah')).token).toBeDefined();
});

it('refuses a code that was mailed before the owner was no longer the way in', async () => {
  await app.post('login', { email: EMAIL, password: PASSWORD });
  const otp = codeIn(await app.mail.next(hasCode));
  await app.database.execute(sql`update admins set created_at = now() + interval '1 minute' where email = ${EMAIL}`);
  expect((await app.post('verify-otp', { email: EMAIL, otp })).status).toBe(400);
});

it('gives the way in to the next oldest when the oldest is disabled', async () => {
  await app.database.execute(sql`update admins set disabled_at = now() where email <> 'farah@muneem.example'`);
  expect(await passwordSteps('farah@muneem.example')).toMatchObject({ status: 200 });
  await app.database.execute(sql`update admins set disabled_at = null`);
});

it('says while the provider is down that the owner is the way in', async () => {
  app.provider.fail('down');
  app.clock.advance(61_000);
  expect((await app.browser().start()).body.message).toBe(
    'Company cannot be reached. Please try again in a few minutes. Until then, the oldest owner can sign in with a password.',
  );
});
