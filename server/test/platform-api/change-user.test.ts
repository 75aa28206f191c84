import { expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { createTestApp } from '#test/test-app.ts';
import { PLATFORM_BEARER, platformClient } from './platform-client.ts';

const app = await createTestApp();
const platform = platformClient(app);

const audits = (uid: string) =>
  app.database.query(sql`
    select actor_kind, before, after from audit_log where action = 'users.update' and entity_id = ${uid} order by id`);

test('changes only the sent fields, and audits them', async () => {
  const { uid } = await buildUser(app, { coins: 30, name: 'Asha', email: 'asha@example.com', phone: '90000 00001' });
  const answer = await platform.patch(`users/${uid}`, { name: ' Asha Rao ', phone: '' });
  expect(answer).toMatchObject({
    status: 200,
    body: { user: { uid, name: 'Asha Rao', email: 'asha@example.com', phone: null, coins: 30 } },
  });
  const { entries: _, ...user } = (await platform.get(`users/${uid}`)).body.user;
  expect(user).toEqual(answer.body.user);
  expect(await audits(uid)).toEqual([
    { actorKind: 'platform', before: { name: 'Asha', phone: '90000 00001' }, after: { name: 'Asha Rao', phone: null } },
  ]);
  await platform.patch(`users/${uid}`, { name: 'Asha Rao' });
  expect(await audits(uid)).toHaveLength(1);
});

test('needs an Idempotency-Key, and answers a retry without a second change', async () => {
  const { uid } = await buildUser(app, { name: 'Asha' });
  expect(await platform.patch(`users/${uid}`, { name: 'Anu' }, null)).toMatchObject({
    status: 400,
    body: { errors: { 'Idempotency-Key': expect.any(String) } },
  });
  const key = platform.newKey();
  const first = await platform.patch(`users/${uid}`, { name: 'Anu' }, key);
  await platform.patch(`users/${uid}`, { name: 'Anu Rao' });
  expect(await platform.patch(`users/${uid}`, { name: 'Anu' }, key)).toEqual({ ...first, replayed: true });
  expect((await platform.get(`users/${uid}`)).body.user.name).toBe('Anu Rao');
});

test.each([
  ['nothing', {}],
  ['an invalid e-mail address', { email: 'nobody' }],
  ['an invalid phone number', { phone: 'call me' }],
  ['a line break in the name', { name: 'a\nb' }],
  ['a field that cannot change', { name: 'Asha', referralCode: 'NEW' }],
  ['coins', { coins: 1_000_000 }],
])('refuses %s', async (_, body) => {
  const { uid } = await buildUser(app, { name: 'Asha' });
  expect(await platform.patch(`users/${uid}`, body)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  });
  expect(await audits(uid)).toEqual([]);
});

test('answers 404 for an unknown or deleted user', async () => {
  const { uid } = await buildUser(app, {});
  await app.call('DELETE', `/api/users/${uid}`);
  for (const unknown of ['stranger', uid]) {
    expect(await platform.patch(`users/${unknown}`, { name: 'X' })).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
  }
});

test('refuses the contact of the account that referred the user', async () => {
  await buildUser(app, { email: 'me@example.com', phone: '9000077777', referralCode: 'MINE' });
  const { uid } = await buildUser(app, { usedReferralCode: 'MINE' });
  for (const [field, value] of [
    ['email', 'Me+2@example.com'],
    ['phone', '+91 90000 77777'],
  ] as const) {
    expect(await platform.patch(`users/${uid}`, { [field]: value })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: { [field]: expect.any(String) } },
    });
  }
  expect(await platform.patch(`users/${uid}`, { email: 'other@example.com' })).toMatchObject({ status: 200 });
});

test('makes the searches for problems and claims find the new name', async () => {
  const { uid } = await buildUser(app, { name: 'Oldname' });
  const report = { title: 'Coins are missing', description: 'Since today.', type: 'offer' };
  await app.call('POST', `/api/users/${uid}/problems`, report, { headers: PLATFORM_BEARER });
  await platform.claim(uid, await platform.createOffer({ title: 'Claimed' }));
  await platform.patch(`users/${uid}`, { name: 'Newname', email: 'new@example.com' });
  const counts = async (name: string) => [
    (await app.call('GET', `/api/problems?page=1&search=${name}`)).body.total,
    (await app.call('GET', `/api/offers/pending?page=1&search=${name}`)).body.total,
  ];
  expect(await counts('newname')).toEqual([1, 1]);
  expect(await counts('oldname')).toEqual([0, 0]);
});
