import type { PendingOffer } from '@muneem/contract/offer-claims';
import { expect, it } from 'vitest';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';

const REASON = 'The verification requirements were not met.';

interface Answer {
  readonly status: number;
  readonly total: string | undefined;
  readonly body: { success: boolean; message: string; code?: string; coins: number; errors?: Record<string, string> };
}

let users = 0;

// Saturday, 11:30 in Asia/Kolkata.
const NOW = '2026-11-21T06:00:00.000Z';

const app = await createPostbackApp({}, { now: NOW });
const platform = platformClient(app);

async function call(method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> {
  const response = await app.call(method, url, payload);
  return {
    status: response.status,
    total: response.headers['x-total-count'],
    body: response.body,
  };
}
const verify = (id: string, payload: object): Promise<Answer> => call('POST', `/api/offers/${id}/verify`, payload);

async function pending(query = ''): Promise<PendingOffer[]> {
  const { status, body } = await call('GET', `/api/offers/pending${query}`);
  expect(status).toBe(200);
  return body as unknown as PendingOffer[];
}

async function offerAndUser(overrides: Record<string, unknown> = {}, name = 'Asha Rao') {
  const offerId = await app.createOffer({ coins: 250, ...overrides });
  const uid = `claimer-${(users += 1)}`;
  await app.createUser(uid, { name });
  return { offerId, uid };
}

async function claim(overrides: Record<string, unknown> = {}, name?: string) {
  return send(await offerAndUser(overrides, name));
}

async function send({ offerId, uid }: { readonly offerId: string; readonly uid: string }) {
  return { offerId, uid, claimId: await platform.claim(uid, offerId) };
}

const auditOf = (claimId: string) =>
  app.rows('select actor_name, action, after from audit_log where entity_id = $1 order by id', [claimId]);

const completions = async (offerId: string): Promise<number> =>
  (await app.rows<{ n: number }>('select completed_count as n from offers where id = $1', [offerId]))[0]?.n ?? -1;

// covers 001-3.6 001-7.8
it('lists claims as the documented array, with the total in a header', async () => {
  const known = await offerAndUser({ title: 'Chess Prime', type: 'prime' });
  const submitted = '2026-11-21T06:07:08.000Z';
  app.clock.set(submitted);
  const { offerId, uid, claimId } = await send(known);
  const answer = await call('GET', '/api/offers/pending');
  expect(answer.total).toBe('1');
  expect(answer.body).toEqual([
    {
      id: claimId,
      offerId,
      title: 'Chess Prime',
      offerType: 'prime',
      coins: 250,
      userId: uid,
      userName: 'Asha Rao',
      date: submitted,
      evidence: { clicks: 0, events: [], earnedCoins: 0, lastClickId: null },
    },
  ]);
});

it('credits the coins once and adds the user to completedBy, in any order of decisions', async () => {
  const { offerId, uid, claimId } = await claim();
  const answers = await Promise.all(Array.from({ length: 12 }, () => verify(claimId, { userId: uid, approved: true })));
  expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([
    { success: true, message: 'Offer approved successfully!', coins: 250 },
  ]);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(11);
  expect(refused[0]?.body).toMatchObject({
    code: 'wrong_state',
    message: 'This offer was already approved by admin@example.com.',
  });
  expect(await app.balance(uid)).toBe(250);
  expect(await completions(offerId)).toBe(1);
  expect(await pending(`?search=${claimId}`)).toEqual([]);
  const asked = { status: 'pending', uid, offerId, coins: 250 };
  const approved = { status: 'approved', uid, offerId, credited: 250 };
  expect(await auditOf(claimId)).toEqual([
    { actorName: 'Platform API', action: 'offer-claims.create', after: asked },
    { actorName: 'admin@example.com', action: 'offer-claims.approve', after: approved },
  ]);
});

// covers 001-4.7
it('either approves or rejects when both requests race', async () => {
  const { uid, claimId } = await claim();
  const answers = await Promise.all([
    verify(claimId, { approved: true }),
    verify(claimId, { approved: false, reason: REASON }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await app.balance(uid)).toBe(answers[0]?.status === 200 ? 250 : 0);
});

// covers 001-4.7
it('requires a reason to reject, credits nothing, and lets the user claim again', async () => {
  const { offerId, uid, claimId } = await claim();
  for (const reason of [undefined, '', '   ', null]) {
    const { status, body } = await verify(claimId, { userId: uid, approved: false, reason });
    expect(status).toBe(400);
    expect(body.errors).toEqual({ reason: 'A reason is required to reject an offer.' });
  }
  expect((await verify(claimId, { userId: uid, approved: false, reason: REASON })).body).toEqual({
    success: true,
    message: 'Offer rejected successfully!',
    coins: 0,
  });
  expect(await app.balance(uid)).toBe(0);
  expect(await completions(offerId)).toBe(0);
  expect((await verify(claimId, { approved: true })).status).toBe(409);
  expect((await platform.post('offer-claims', { uid, offerId })).status).toBe(200);
});

// covers 001-7.9
it('accepts the offer id with the user id instead of the claim id', async () => {
  const { offerId, uid } = await claim();
  expect((await verify(offerId, { approved: true })).status).toBe(404);
  expect((await verify(offerId, { userId: uid, approved: true })).body.coins).toBe(250);
});

it('rejects a body that names another user or other coins, and changes nothing', async () => {
  const { uid, claimId } = await claim();
  const { status, body } = await verify(claimId, { userId: 'another-user', coins: 1_000_000, approved: true });
  expect(status).toBe(409);
  expect(body.errors).toEqual({
    userId: 'The user does not match the pending offer.',
    coins: 'The coins do not match the pending offer.',
  });
  expect(await app.balance(uid)).toBe(0);
  expect(await pending(`?search=${claimId}`)).toHaveLength(1);
});

it('pays the coins that the offer promised at the time of the claim', async () => {
  const { offerId, uid, claimId } = await claim();
  await app.updateOffer(offerId, { coins: 9_000 });
  expect((await verify(claimId, { approved: true })).body.coins).toBe(250);
  expect(await app.balance(uid)).toBe(250);
});

it('does not pay again when postbacks completed the offer meanwhile', async () => {
  const { offerId, uid, claimId } = await claim();
  const click = await app.click(offerId, uid);
  for (const event of ['install', 'deposit']) await app.send(offerId, event, { click_id: click });
  const earned = await app.balance(uid);
  const { status, body } = await verify(claimId, { approved: true });
  expect(status).toBe(409);
  expect(body.message).toBe(
    'The user has already completed this offer with a tracked click. Reject this offer instead.',
  );
  expect(await app.balance(uid)).toBe(earned);
  expect(await completions(offerId)).toBe(1);
  expect((await verify(claimId, { approved: false, reason: REASON })).status).toBe(200);
  expect((await platform.post('offer-claims', { uid, offerId })).body.code).toBe('conflict');
});

it('creates one claim for each key under concurrency, and one for each user and offer', async () => {
  const offerId = await app.createOffer();
  await app.createUser('once');
  const body = { uid: 'once', offerId };
  const key = platform.newKey();
  await Promise.all([1, 2, 3].map(() => platform.post('offer-claims', body, key)));
  const replay = await platform.post('offer-claims', body, key);
  expect(replay).toMatchObject({ status: 200, replayed: true, body: { claim: { offerId, coins: 250 } } });
  expect(await platform.post('offer-claims', body)).toMatchObject({
    status: 409,
    body: { message: 'The user has already claimed this offer.' },
  });
  expect((await platform.post('offer-claims', { ...body, uid: 'other' }, key)).status).toBe(422);
  expect((await platform.post('offer-claims', body, null)).status).toBe(400);
  expect(await pending('?search=once')).toHaveLength(1);
});

it('explains why a claim cannot be made', async () => {
  const offerId = await app.createOffer({ isActive: false });
  await app.createUser('nowhere');
  expect((await platform.post('offer-claims', { uid: 'nobody', offerId })).body.code).toBe('user_not_found');
  expect((await platform.post('offer-claims', { uid: 'nowhere', offerId: 'none' })).body.code).toBe('offer_not_found');
  expect((await platform.post('offer-claims', { uid: 'nowhere', offerId })).body.code).toBe('gone');
});

// covers 001-2.12
it('searches title, offer id, user id and user name, by periods of Asia/Kolkata and in pages', async () => {
  const made = await claim({ title: 'Zebra 100% <b>' }, 'Qadir "Q" Khan');
  for (const search of ['ZEBRA 100%', made.offerId, made.uid, 'qadir "q"']) {
    const found = await pending(`?search=${encodeURIComponent(search)}`);
    expect(found.map(({ id }) => id)).toContain(made.claimId);
  }
  expect(await pending(`?search=${encodeURIComponent('zebra 100_')}`)).toEqual([]);
  const all = await pending();
  // Two minutes before the day begins in Asia/Kolkata, and before Monday begins.
  await app.rows('update offer_claims set created_at = $2 where id = $1', [made.claimId, '2026-11-20T18:28:00Z']);
  expect((await pending('?period=today')).map(({ id }) => id)).not.toContain(made.claimId);
  expect((await pending('?period=week')).map(({ id }) => id)).toContain(made.claimId);
  await app.rows('update offer_claims set created_at = $2 where id = $1', [made.claimId, '2026-11-15T18:28:00Z']);
  expect((await pending('?period=week')).map(({ id }) => id)).not.toContain(made.claimId);
  const ids: string[] = [];
  for (let page = 1; page <= Math.ceil(all.length / 2); page += 1) {
    const { body } = await call('GET', `/api/offers/pending?limit=2&page=${page}&sort=coins&order=asc`);
    const answer = body as unknown as { total: number; offers: PendingOffer[] };
    expect(answer.total).toBe(all.length);
    ids.push(...answer.offers.map(({ id }) => id));
  }
  expect(new Set(ids)).toEqual(new Set(all.map(({ id }) => id)));
  expect(ids).toHaveLength(all.length);
});

it('counts the coins as distributed, but not as a conversion', async () => {
  const stats = async (): Promise<number> =>
    ((await call('GET', '/api/stats')).body as unknown as { totalRewards: number }).totalRewards;
  const before = await stats();
  const { claimId } = await claim();
  await verify(claimId, { approved: true });
  expect((await stats()) - before).toBe(250);
});

it('prevents a change or deletion of a decision in the database', async () => {
  const { claimId } = await claim();
  await verify(claimId, { approved: true });
  await expect(app.rows("update offer_claims set status = 'pending' where id = $1", [claimId])).rejects.toThrow(
    'refused',
  );
  await expect(app.rows('delete from offer_claims where id = $1', [claimId])).rejects.toThrow('refused');
});

it('returns the outcome to a client that missed the answer to its decision', async () => {
  const { claimId } = await claim();
  const look = async () => (await call('GET', `/api/offers/pending/${claimId}`)).body;
  expect(await look()).toEqual({
    success: true,
    claim: { id: claimId, status: 'pending', verifiedBy: null, coins: 250, creditedCoins: 0 },
  });
  await verify(claimId, { approved: false, reason: REASON });
  expect(await look()).toMatchObject({ claim: { status: 'rejected', verifiedBy: 'admin@example.com' } });
  expect(await call('GET', '/api/offers/pending/none')).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
