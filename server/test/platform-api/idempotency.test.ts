import { describe, expect, it } from 'vitest';
import { sql, transaction } from '#platform/database/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { createTestApp } from '#test/test-app.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { PLATFORM_BEARER, platformClient } from './platform-client.ts';

const app = await createTestApp({ PUBLIC_URL: 'https://rewards.example', COINS_PER_RUPEE: '2' });
const platform = platformClient(app);

describe('an Idempotency-Key', () => {
  it('is required', async () => {
    for (const key of [null, '', 'with space', 'x'.repeat(256)]) {
      expect(await platform.post('users', { uid: 'keyless' }, key), String(key)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
    expect(await platform.countRows(sql`select 1 from users where uid = 'keyless'`)).toBe(0);
  });

  it('returns the first answer to a repeat, even if its JSON keys come in another order', async () => {
    const key = platform.newKey();
    const first = await platform.post('users', { uid: 'replay', name: 'First' }, key);
    const again = await platform.post('users', { name: 'First', uid: 'replay' }, key);
    expect(first).toMatchObject({ status: 200, replayed: false });
    expect(again).toEqual({ ...first, replayed: true });
  });

  it('is the same for every spelling of the path', async () => {
    const key = platform.newKey();
    const offerId = await platform.createOffer({ title: 'Spelled' });
    const first = await platform.post('clicks', { offerId }, key);
    for (const path of ['clicks/', '%63licks', 'clicks?x=1'])
      expect(await platform.post(path, { offerId }, key), path).toEqual({ ...first, replayed: true });
  });

  it('rejects a different request under the same key', async () => {
    const key = platform.newKey();
    await platform.post('users', { uid: 'mismatch-1' }, key);
    expect(await platform.post('users', { uid: 'mismatch-2' }, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    });
    expect(await platform.countRows(sql`select 1 from users where uid = 'mismatch-2'`)).toBe(0);
  });

  it('runs the request once when 20 copies race', async () => {
    const key = platform.newKey();
    const offerId = await platform.createOffer({ title: 'At once' });
    const before = await platform.countRows(sql`select 1 from clicks where offer_id = ${offerId}`);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => platform.post('clicks', { offerId, p1: 'x' }, key)),
    );
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(answer).toMatchObject({ retryAfter: '1', body: { code: 'idempotency_in_progress' } });
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await platform.countRows(sql`select 1 from clicks where offer_id = ${offerId}`)).toBe(before + 1);
    expect((await platform.post('clicks', { offerId, p1: 'x' }, key)).body).toEqual(
      answers.find(({ status }) => status === 200)?.body,
    );
  });

  it('answers 409 while the first request runs, and takes over when that one died', async () => {
    const offerId = await platform.createOffer({ title: 'Taken over' });
    const key = platform.newKey();
    const first = await platform.post('clicks', { offerId }, key);
    await app.database.execute(sql`update idempotency_keys set status = null, answer = null where key = ${key}`);
    expect(await platform.post('clicks', { offerId }, key)).toMatchObject({
      status: 409,
      retryAfter: '1',
      body: { code: 'idempotency_in_progress' },
    });
    await app.database.execute(
      sql`update idempotency_keys set created_at = now() - interval '2 minutes' where key = ${key}`,
    );
    const again = await platform.post('clicks', { offerId }, key);
    expect(again).toMatchObject({ status: 200, replayed: false });
    expect(again.body).not.toEqual(first.body);
  });

  it('makes one change when a second request takes over while the first still runs', async () => {
    const { uid } = await buildUser(app, {});
    const key = platform.newKey();
    const problem = { title: 'Slow', description: 'The first request takes minutes.', type: 'other' };
    const report = () =>
      app.call('POST', `/api/users/${uid}/problems`, problem, {
        headers: { ...PLATFORM_BEARER, 'idempotency-key': key },
      });
    const waiting = (count: number) => expect.poll(() => countLockWaits(app.database)).toBe(count);
    const answers = await transaction(app.database, async (tx) => {
      await tx.execute(sql`lock table problems in exclusive mode`);
      const first = report();
      await waiting(1);
      await app.database.execute(
        sql`update idempotency_keys set created_at = now() - interval '2 minutes' where key = ${key}`,
      );
      const second = report();
      await waiting(2);
      return [first, second];
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await platform.countRows(sql`select from problems where title = 'Slow'`)).toBe(1);
    expect((await report()).headers['idempotent-replayed']).toBe('true');
  });

  it('stores the answer and the user in one transaction', async () => {
    const key = platform.newKey();
    await app.database.execute(
      sql`alter table idempotency_keys add constraint broken check (answer is null) not valid`,
    );
    expect((await platform.post('users', { uid: 'parted' }, key)).status).toBe(500);
    await app.database.execute(sql`alter table idempotency_keys drop constraint broken`);
    expect(await platform.countRows(sql`select 1 from users where uid = 'parted'`)).toBe(0);
    expect((await platform.post('users', { uid: 'parted' }, key)).status).toBe(200);
  });

  it('can be used again after a refusal, once the cause is gone', async () => {
    const key = platform.newKey();
    expect((await platform.post('users', { uid: 'later', usedReferralCode: 'COMES-LATER' }, key)).status).toBe(400);
    await buildUser(app, { uid: 'referrer-late', referralCode: 'COMES-LATER' });
    expect((await platform.post('users', { uid: 'later', usedReferralCode: 'COMES-LATER' }, key)).status).toBe(200);
  });
});

it('accepts a retry soon after an outage that interrupted the first try', async () => {
  const broken = await createTestApp({}, { withLine: true });
  const caller = platformClient(broken);
  const key = caller.newKey();
  const user = { uid: 'interrupted' };
  const first = await transaction(broken.database, async (tx) => {
    await tx.execute(sql`lock table users in exclusive mode`);
    const asked = caller.post('users', user, key);
    await expect.poll(() => countLockWaits(broken.database)).toBe(1);
    await broken.line?.cut();
    return asked;
  });
  expect(first).toMatchObject({ status: 503, retryAfter: '5' });
  await broken.line?.mend();
  await expect.poll(async () => (await caller.post('users', user, key)).status).toBe(200);
});
