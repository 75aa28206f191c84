import type { Email } from 'postal-mime';
import { expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createOidcApp } from './oidc-app.ts';

const app = await createOidcApp({
  OIDC_ROLES: 'muneem-owners:owner,muneem-finance:finance,muneem-support:support',
});

const emailOf = (person: string): string => `${person}@muneem.example`;
const roleOf = (person: string): Promise<string> =>
  app.database.getValue(sql`select role from admins where email = ${emailOf(person)}`);
const setRole = (person: string, role: string) =>
  app.database.execute(sql`update admins set role = ${role} where email = ${emailOf(person)}`);
const auditedChanges = async () =>
  app.database.query(sql`
    select action, actor_name, before ->> 'role' as old, after ->> 'role' as new from audit_log
    where action in ('admins.change-role', 'admins.keep-last-owner') order by id`);

it('gives the role of the group at the sign-in, which also counts in open sessions', async () => {
  const open = await openAdminSession(app, emailOf('farah'));
  const settings = () => app.call('GET', '/api/settings', undefined, open);
  expect((await settings()).status).toBe(200);
  const session = await app.browser().signInAs('farah');
  expect(session['admin']).toMatchObject({ role: 'finance' });
  expect((await settings()).status).toBe(403);
  expect(await auditedChanges()).toEqual([
    { action: 'admins.change-role', actorName: 'Identity provider', old: 'owner', new: 'finance' },
  ]);
});

it('mails the change to the person and to the owners, and names the provider', async () => {
  const isAboutRole = ({ subject }: Email): boolean => /role/i.test(subject ?? '');
  const mails = await Promise.all(Array.from({ length: 5 }, () => app.mail.next(isAboutRole)));
  const texts = new Map(mails.map(({ to, text = '' }) => [to?.[0]?.address, text]));
  expect([...texts.keys()].toSorted()).toEqual(
    ['asha@example.com', ...['admin', 'farah', 'leela', 'sunil'].map(emailOf)].toSorted(),
  );
  expect(texts.get(emailOf('farah'))).toContain('The identity provider Company gave you the role Finance.');
  const toOwner = texts.get(emailOf('admin'));
  expect(toOwner).toContain('The identity provider Company gave farah@muneem.example the role Finance.');
  expect(toOwner).toContain('Decided at the sign-in of farah@muneem.example.');
});

it('changes nothing at a second sign-in, and again after an owner has changed the role', async () => {
  const before = (await auditedChanges()).length;
  await app.browser().signInAs('farah');
  expect(await auditedChanges()).toHaveLength(before);
  await setRole('farah', 'auditor');
  await app.browser().signInAs('farah');
  expect(await roleOf('farah')).toBe('finance');
  expect(await auditedChanges()).toHaveLength(before + 1);
});

it('refuses a person in no named group, and leaves their role', async () => {
  await openAdminSession(app, emailOf('gopal'), { role: 'support' });
  expect(await app.browser().goAs('gopal')).toBe('/login?oidc=no_role');
  expect((await app.refusals()).at(-1)).toBe('no_role');
  expect(await roleOf('gopal')).toBe('support');
});

it('never demotes the last owner, also when two owners sign in at once', async () => {
  await app.database.execute(sql`
    update admins set disabled_at = now() where email not in (${emailOf('farah')}, ${emailOf('sunil')})`);
  // The trigger keeps an owner after each statement, so both become owners first.
  await app.database.execute(sql`update admins set role = 'owner'`);
  const browsers = [app.browser(), app.browser()] as const;
  expect(await browsers[0].goAs('farah')).toBe('/login?oidc=confirmed');
  expect(await browsers[1].goAs('sunil')).toBe('/login?oidc=confirmed');
  const answers = await Promise.all(browsers.map((browser) => browser.exchange()));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const roles = await Promise.all(['farah', 'sunil'].map(roleOf));
  expect(roles.filter((role) => role === 'owner')).toHaveLength(1);
  expect((await auditedChanges()).at(-1)).toMatchObject({ action: 'admins.keep-last-owner' });
  const [last = ''] = ['farah', 'sunil'].filter((_person, at) => roles[at] === 'owner');
  expect((await app.browser().signInAs(last)).admin).toMatchObject({ role: 'owner' });
});
