import { afterAll, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { createAdmin, openAdminSession } from '#test/admin-session.ts';
import { callAs } from './account-app.ts';
import { EMAIL, PASSWORD } from './auth-app.ts';
import { createOidcApp } from './oidc-app.ts';

// Omkar has another account at the provider than `admin`, with the same address.
const app = await createOidcApp();
afterAll(() => app.close());

const ADDRESS = 'admin@muneem.example';
const idOf = (email: string): Promise<string> =>
  app.database.getValue(sql`select id from admins where email = ${email}`);
const rename = (from: string, to: string) =>
  app.database.execute(sql`update admins set email = ${to} where email = ${from}`);
const change = async (act: 'disable' | 'enable') => {
  const { token } = await openAdminSession(app, EMAIL);
  return callAs(app, token, 'POST', `/api/admins/${await idOf(ADDRESS)}/${act}`, { password: PASSWORD });
};

it('gives an admin to one of two accounts with the same address that sign in at once', async () => {
  const browsers = [app.browser(), app.browser()] as const;
  expect(await browsers[0].goAs('admin')).toBe('/login?oidc=confirmed');
  expect(await browsers[1].goAs('omkar')).toBe('/login?oidc=confirmed');
  expect((await browsers[0].exchange()).status).toBe(200);
  expect((await browsers[1].exchange()).status).toBe(410);
});

it('refuses another account with the address from then on, and audits it', async () => {
  expect(await app.browser().goAs('omkar')).toBe('/login?oidc=other_account');
  const entry = await app.database.getValue<object>(sql`
    select jsonb_build_object('email', entity_id, 'reason', after ->> 'reason') from audit_log
    where action = 'auth.sign_in_failed' order by id desc limit 1`);
  expect(entry).toEqual({ email: ADDRESS, reason: 'other_account' });
  expect((await app.browser().signInAs('admin')).admin).toMatchObject({ email: ADDRESS });
});

it('gives the admin to the other account after an owner has disabled and enabled them', async () => {
  expect((await change('disable')).status).toBe(200);
  expect((await change('enable')).status).toBe(200);
  const disabled = await app.database.getValue<object>(
    sql`select before from audit_log where action = 'admins.disable' order by id desc limit 1`,
  );
  expect(disabled).toMatchObject({ companyAccount: 'admin' });
  expect((await app.browser().signInAs('omkar')).admin).toMatchObject({ email: ADDRESS });
  expect(await app.browser().goAs('admin')).toBe('/login?oidc=other_account');
});

it('signs a person in whose address has changed at the provider, also if another admin has it', async () => {
  const before = (await app.browser().signInAs('farah')).admin;
  await rename('farah@muneem.example', 'farah.before@muneem.example');
  const after = { id: (before as { id: string }).id, email: 'farah.before@muneem.example' };
  expect((await app.browser().signInAs('farah')).admin).toMatchObject(after);
  await createAdmin(app, 'farah@muneem.example');
  expect((await app.browser().signInAs('farah')).admin).toMatchObject(after);
});

it('binds the admins anew when another provider is configured', async () => {
  await app.database.execute(
    sql`update admins set provider_issuer = 'https://login.before.example' where email = ${ADDRESS}`,
  );
  expect((await app.browser().signInAs('admin')).token).toBeDefined();
  expect(await app.browser().goAs('omkar')).toBe('/login?oidc=other_account');
});
