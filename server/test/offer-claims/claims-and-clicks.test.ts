import type { EvidenceEntry } from '@muneem/contract/evidence';
import { expect, test } from 'vitest';
import { replayCalls } from '#test/postbacks/replay-calls.ts';
import { event } from '#test/builders/events.ts';
import { inTurn } from '#test/hold-lock.ts';
import { COINS, startClaimApp } from './claim-app.ts';

const PAID_BY_CLAIM = 'The offer was already paid by an approved claim.';

const world = await startClaimApp();
const { app, call, visit, claim, approve, send } = world;

const pay = (clickId: string, coins?: number) => call('POST', '/api/mark-click-paid', { clickId, coins });
const distributed = async (offerId: string): Promise<number> => {
  const rows = await app.rows<{ coins: number }>(
    'select sum(coins)::int as coins from conversion_changes where offer_id = $1',
    [offerId],
  );
  return rows[0]?.coins ?? 0;
};

// covers 001-4.7
test('records postbacks after an approved claim without a reward for the user or the referrer', async () => {
  const code = `C${crypto.randomUUID().slice(0, 12)}`;
  const boss = await app.newUser({ referralCode: code });
  const offerId = await app.createOffer({ coins: COINS });
  const uid = await app.newUser({ usedReferralCode: code });
  const seen = { offerId, uid, clickId: await app.click(offerId, uid) };
  expect((await approve(await claim(seen))).body).toEqual({
    success: true,
    message: 'Offer approved successfully!',
    coins: COINS,
  });
  for (const event of ['install', 'deposit', 'install'])
    expect((await send(seen, event)).body).toMatchObject({ success: true });
  expect([await app.balance(uid), await app.balance(boss)]).toEqual([COINS, 0]);
  expect(
    (await app.conversionsOf(seen.clickId)).map(({ status, reason, rewardCoins }) => ({
      status,
      reason,
      rewardCoins,
    })),
  ).toEqual(['install', 'deposit'].map(() => ({ status: 'approved', reason: PAID_BY_CLAIM, rewardCoins: 0 })));
  expect(await distributed(offerId)).toBe(COINS);
});

test('pays nothing for a click made after the approved claim', async () => {
  const seen = await visit();
  await approve(await claim(seen));
  const again = { ...seen, clickId: await app.click(seen.offerId, seen.uid) };
  await send(again, 'install');
  expect(await app.balance(seen.uid)).toBe(COINS);
});

// covers 001-4.7
test('shows the clicks, events and earned coins of a claim', async () => {
  const seen = await visit();
  const idle = await visit();
  await send(seen, 'install');
  const lastClickId = await app.click(seen.offerId, seen.uid);
  const [claimId, idleId] = [await claim(seen), await claim({ ...idle })];
  const { body } = await call('GET', '/api/offers/pending?limit=100');
  const evidenceOf = (id: string): unknown =>
    (body as { offers: { id: string; evidence: unknown }[] }).offers.find((offer) => offer.id === id)?.evidence;
  expect(evidenceOf(claimId)).toEqual({
    clicks: 2,
    lastClickId,
    events: ['install'],
    earnedCoins: await app.balance(seen.uid),
  });
  expect(evidenceOf(idleId)).toMatchObject({ clicks: 1, lastClickId: idle.clickId, events: [], earnedCoins: 0 });
});

test('credits only the rest when clicks have earned some of the offer, and states the amounts', async () => {
  const seen = await visit();
  await send(seen, 'install');
  const claimId = await claim(seen);
  expect((await approve(claimId)).body).toEqual({
    success: true,
    message:
      "Offer approved successfully! 150 coins were credited: the user's clicks of this offer had earned 100 of its 250 coins.",
    coins: 150,
  });
  expect((await call('GET', `/api/offers/pending/${claimId}`)).body).toMatchObject({
    claim: { status: 'approved', coins: COINS, creditedCoins: 150 },
  });
  await send(seen, 'deposit');
  expect(await app.balance(seen.uid)).toBe(COINS);
  expect(await distributed(seen.offerId)).toBe(COINS);
  const [audited] = await app.rows('select after from audit_log where entity_id = $1 order by id desc limit 1', [
    claimId,
  ]);
  expect(audited).toMatchObject({ after: { credited: 150, earnedByClicks: 100 } });
});

test('refuses a claim when the clicks have earned everything, and states the amounts', async () => {
  const events = [event('register', 300, { isRequired: false }), event('deposit', 12)];
  const seen = await visit({ events });
  await send(seen, 'register');
  const claimId = await claim(seen);
  expect(await approve(claimId)).toMatchObject({
    status: 409,
    body: {
      code: 'wrong_state',
      message:
        "The user's clicks of this offer have already earned 300 coins, and the offer promised 250. Reject this offer instead.",
    },
  });
  expect(await app.balance(seen.uid)).toBe(300);
});

test('refuses to pay a click by hand or in bulk after an approved claim', async () => {
  const seen = await visit();
  const bulk = await app.click(seen.offerId, seen.uid);
  await approve(await claim(seen));
  const found = await call<{ clicks: { rewardCoins: number }[] }>('GET', `/api/clicks?search=${seen.clickId}`);
  expect(found.body.clicks[0]).toMatchObject({ rewardCoins: 0 });
  expect(await pay(seen.clickId, COINS)).toMatchObject({
    status: 409,
    body: { errors: { coins: 'This click earns 0 coins: an approved claim paid this offer.' } },
  });
  expect((await pay(seen.clickId)).body.coins).toBe(0);
  const many = await call<{ summary: { totalCoins: number } }>('POST', '/api/mark-clicks-paid-bulk', {
    clicks: [{ clickId: bulk }],
  });
  expect(many.body.summary).toMatchObject({ successful: 1, totalCoins: 0 });
  expect(await app.balance(seen.uid)).toBe(COINS);
  expect((await app.conversionsOf(bulk))[0]).toMatchObject({ reason: PAID_BY_CLAIM });
});

test('refuses a claim after a manual payment', async () => {
  const seen = await visit();
  const claimId = await claim(seen);
  await pay(seen.clickId);
  expect((await approve(claimId)).status).toBe(409);
  expect(await app.balance(seen.uid)).toBe(COINS);
});

test('pays nothing when a replay approves a waiting conversion after an approved claim', async () => {
  const seen = await visit();
  const claimId = await claim(seen);
  await app.updateOffer(seen.offerId, { coins: COINS, isActive: false });
  expect((await send(seen, 'install')).body.code).toBe('offer_inactive');
  await app.updateOffer(seen.offerId, { coins: COINS, isActive: true });
  await approve(claimId);
  await app.logged(seen.clickId).toEqual(['offer_inactive']);
  const { preview, commit } = replayCalls(app);
  const shown = await preview({ filter: { offerId: seen.offerId } });
  expect(shown.items).toMatchObject([{ verdict: 'accepted', coins: 0 }]);
  expect((await commit(shown)).status).toBe(200);
  expect((await app.conversionsOf(seen.clickId))[0]).toMatchObject({ status: 'approved', reason: PAID_BY_CLAIM });
  expect(await app.balance(seen.uid)).toBe(COINS);
});

test('reverses the click’s reward without making room for a second payment', async () => {
  const seen = await visit();
  await send(seen, 'install');
  await approve(await claim(seen));
  expect((await send(seen, 'install', { reversed: '1' })).body).toMatchObject({ code: 'reversed' });
  await send(seen, 'install');
  await send(seen, 'deposit');
  await pay(seen.clickId);
  expect(await app.balance(seen.uid)).toBe(COINS - 100);
});

test('counts a written-off reversal as earned', async () => {
  const seen = await visit();
  await send(seen, 'install');
  await world.withdraw(seen.uid, 100);
  await send(seen, 'install', { reversed: '1' });
  const [credit] = await app.rows<{ journalId: number }>(
    'select journal_id from reversed_credits c join users u on u.id = c.user_id where u.uid = $1',
    [seen.uid],
  );
  await app.must('POST', `/api/owed-reversals/${credit?.journalId}/write-off`, { reason: 'Goodwill' });
  expect((await approve(await claim(seen))).body.coins).toBe(150);
});

// covers 001-4.7
test('credits the offer once when claims and events race, in any order', async () => {
  for (let round = 0; round < 12; round += 1) {
    const seen = await visit();
    const second = { ...seen, clickId: await app.click(seen.offerId, seen.uid) };
    const claimId = await claim(seen);
    await Promise.all([
      send(seen, 'install'),
      approve(claimId),
      send(second, 'install'),
      ...(round % 2 === 0 ? [pay(second.clickId)] : []),
    ]);
    const balance = await app.balance(seen.uid);
    const [row] = await app.rows<{ status: string }>('select status from offer_claims where id = $1', [claimId]);
    if (row?.status === 'approved') expect(balance).toBe(COINS);
  }
});

test('pays nothing for an event that was checked before the approval and is written after it', async () => {
  const seen = await visit();
  const claimId = await claim(seen);
  // The event's batch has read the claim and waits for the daily counter, the last lock before coins.
  const counter = `insert into event_day_counts (event_id, day)
    select id, ($2::timestamptz at time zone 'Asia/Kolkata')::date from offer_events where offer_id = $1 and canonical_name = 'install'`;
  const [sent] = await inTurn(
    app.database,
    [counter, [seen.offerId, app.clock.now()]],
    [() => send(seen, 'install')],
    async () => expect((await approve(claimId)).body.coins).toBe(COINS),
  );
  expect(sent?.status).toBe(200);
  expect(await app.balance(seen.uid)).toBe(COINS);
});

test('names the claim in evidence and in Explain, with and without a postback', async () => {
  const seen = await visit();
  const claimId = await claim(seen);
  await approve(claimId);
  const timeline = async () =>
    (await call<{ timeline: EvidenceEntry[] }>('GET', `/api/clicks/${seen.clickId}/evidence`)).body.timeline;
  expect((await timeline()).find(({ kind }) => kind === 'claim')).toMatchObject({
    claimId,
    coins: COINS,
    by: 'admin@example.com',
  });
  const { body: explained } = await call<{ checks: { check: string; detail: string | null }[] }>(
    'POST',
    '/api/inbound-postbacks/explain',
    { url: `https://rewards.example/postback/${seen.offerId}/install?token=${app.token}&click_id=${seen.clickId}` },
  );
  expect(explained.checks.find(({ check }) => check === 'reward')?.detail).toBe(PAID_BY_CLAIM);
  await send(seen, 'install');
  expect((await timeline()).find(({ kind }) => kind === 'conversion')).toMatchObject({
    coins: 0,
    reason: PAID_BY_CLAIM,
  });
});
