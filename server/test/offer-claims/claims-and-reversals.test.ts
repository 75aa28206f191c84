import type { EvidenceEntry, OwedReversal } from '@muneem/contract/evidence';
import { expect, test } from 'vitest';
import { replayCalls } from '#test/postbacks/replay-calls.ts';
import { event } from '#test/builders/events.ts';
import { inTurn } from '#test/hold-lock.ts';
import { COINS, startClaimApp, type Visit } from './claim-app.ts';

const world = await startClaimApp();
const { app } = world;

const reverse = (seen: Visit, event = 'install') => world.send(seen, event, { reversed: '1' });
const debtsOf = async (uid: string) =>
  app.rows<{ journalId: number; coins: number; status: string }>(
    'select journal_id, coins, c.status from reversed_credits c join users u on u.id = c.user_id where u.uid = $1 order by 1',
    [uid],
  );
const auditOf = (id: string) =>
  app.rows<{ action: string; after: object }>(
    'select action, after from audit_log where entity_id = $1 order by id desc',
    [id],
  );
/** Earns and withdraws coins, then reverses them, which leaves the reversal outstanding. */
async function outstandingReversal(
  overrides: Readonly<Record<string, unknown>> = {},
  events: readonly string[] = ['install'],
) {
  const seen = await world.visit(overrides);
  for (const event of events) await world.send(seen, event);
  const earned = await app.balance(seen.uid);
  await world.withdraw(seen.uid, earned);
  for (const event of events) await reverse(seen, event);
  return { seen, earned };
}

// covers 001-4.7
test('collects the offer’s outstanding reversal when its claim is approved, so that it cannot be written off', async () => {
  const { seen } = await outstandingReversal();
  const claimId = await world.claim(seen);
  expect((await world.approve(claimId)).body).toEqual({
    success: true,
    message:
      'Offer approved successfully! 100 outstanding coins of this offer were collected at once. The network had reversed an event of this offer: see Evidence.',
    coins: COINS,
  });
  // The user withdrew 100 and has 150: 250 in all.
  expect(await app.balance(seen.uid)).toBe(COINS - 100);
  const [debt] = await debtsOf(seen.uid);
  expect(debt).toMatchObject({ coins: 100, status: 'taken' });
  expect(
    (await world.call('POST', `/api/owed-reversals/${debt?.journalId}/write-off`, { reason: 'Goodwill' })).status,
  ).toBe(409);
  expect((await auditOf(claimId))[0]).toMatchObject({
    action: 'offer-claims.approve',
    after: { credited: COINS, outstandingCollected: 100, reversedBefore: 1 },
  });
});

// covers 001-4.7
test('refuses a claim that does not cover the offer’s outstanding reversals, also during a write-off', async () => {
  const events = [event('install', 200), event('deposit', 100)];
  const { seen } = await outstandingReversal({ events }, ['install', 'deposit']);
  const claimId = await world.claim(seen);
  expect(await world.approve(claimId)).toMatchObject({
    status: 409,
    body: {
      code: 'wrong_state',
      message: expect.stringContaining('The user has 300 outstanding coins for reversed events of this offer'),
    },
  });
  expect((await debtsOf(seen.uid)).map(({ status }) => status)).toEqual(['owed', 'owed']);
  const [debt] = await debtsOf(seen.uid);
  await world.call('POST', `/api/owed-reversals/${debt?.journalId}/write-off`, { reason: 'Goodwill' });
  // 200 stay spent, 100 are outstanding: the claim's other 50 do not cover them.
  expect((await world.approve(claimId)).status).toBe(409);
  expect(await app.balance(seen.uid)).toBe(0);
});

test('collects outstanding reversals of other offers and of referrals with the coins of a claim too', async () => {
  const { seen } = await outstandingReversal();
  const other = { ...(await world.visit()), uid: seen.uid };
  expect((await world.approve(await world.claim(other))).body.coins).toBe(COINS);
  expect(await debtsOf(seen.uid)).toMatchObject([{ coins: 100, status: 'taken' }]);
  expect(await app.balance(seen.uid)).toBe(COINS - 100);

  const code = `C${crypto.randomUUID().slice(0, 12)}`;
  const { offerId } = seen;
  const [boss, friend] = [await app.newUser({ referralCode: code }), await app.newUser({ usedReferralCode: code })];
  const ofFriend = { offerId, uid: friend, clickId: await app.click(offerId, friend) };
  await world.send(ofFriend, 'install');
  await world.withdraw(boss, await app.balance(boss));
  await reverse(ofFriend);
  expect((await world.approve(await world.claim({ offerId, uid: boss }))).body.coins).toBe(COINS);
  expect(await debtsOf(boss)).toMatchObject([{ coins: 25, status: 'taken' }]);
  expect(await app.balance(boss)).toBe(COINS - 25);
});

// covers 001-4.7
test('pays the offer once when a write-off and an approval race, in any order', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { seen } = await outstandingReversal();
    const claimId = await world.claim(seen);
    const [debt] = await debtsOf(seen.uid);
    const calls = [
      () => world.approve(claimId),
      () => world.call('POST', `/api/owed-reversals/${debt?.journalId}/write-off`, { reason: 'Goodwill' }),
    ];
    await Promise.all((round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()));
    expect(await app.balance(seen.uid)).toBe(COINS - 100);
  }
});

test('names the claim in the list of outstanding reversals and in the audit log', async () => {
  const seen = await world.visit();
  await world.send(seen, 'install');
  const claimId = await world.claim(seen);
  await world.approve(claimId);
  await world.withdraw(seen.uid, COINS);
  await reverse(seen);
  const { owed } = (await world.call<{ owed: OwedReversal[] }>('GET', '/api/owed-reversals')).body;
  const debt = owed.find(({ uid }) => uid === seen.uid);
  expect(debt).toMatchObject({ coins: 100, claim: { claimId, coins: 150 } });
  await world.call('POST', `/api/owed-reversals/${debt?.journalId}/write-off`, { reason: 'Goodwill' });
  expect((await auditOf(debt?.conversionId ?? ''))[0]).toMatchObject({
    action: 'reversals.write-off',
    after: { paidByClaim: claimId, claimCredited: 150 },
  });
});

test('keeps the coins of an approved claim when its event is reversed, and names the claim in log and evidence', async () => {
  const seen = await world.visit();
  const claimId = await world.claim(seen);
  await world.approve(claimId);
  await world.send(seen, 'install');
  await reverse(seen);
  await reverse(seen);
  expect(await app.balance(seen.uid)).toBe(COINS);
  const url = `/api/clicks/${seen.clickId}/evidence`;
  const { timeline } = (await world.call<{ timeline: EvidenceEntry[] }>('GET', url)).body;
  expect(timeline.find(({ kind }) => kind === 'reversal')).toMatchObject({ claim: { claimId, coins: COINS } });
  expect(timeline.flatMap((entry) => (entry.kind === 'postback' ? [entry.detail] : []))).toContain(
    `Nothing was credited by the event. The approved claim ${claimId} credited ${COINS} coins for the offer. They stay.`,
  );
});

test('locks all affected claims in id order before a replay pays anything', async () => {
  const { preview, commit, logged } = replayCalls(app);
  const first = await world.visit({ events: [event('install')] });
  const { offerId } = first;
  const uid = await app.newUser();
  const visits = [first, { offerId, uid, clickId: await app.click(offerId, uid) }];
  const claims = await Promise.all(visits.map(async (visit) => ({ visit, id: await world.claim(visit) })));
  const [low, high] = claims.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (!low || !high) throw new Error('two claims');
  for (const { visit } of [high, low]) await world.send(visit, 'install');
  // The offer gets these events only later.
  for (const { visit } of [high, low]) {
    await world.send(visit, 'level5');
    await world.send(visit, 'level6', { reversed: '1' });
  }
  await logged({ offerId, verdict: 'event_unknown' }, 4);
  await app.updateOffer(offerId, { events: [event('install'), event('level5'), event('level6')] });
  const shown = await preview({ filter: { offerId, verdict: 'event_unknown' } });
  expect(shown.items.map(({ verdict }) => verdict)).toEqual(['accepted', 'reversed', 'accepted', 'reversed']);

  const lock = 'select 1 from offer_claims where id = $1 for update';
  const [answer] = await inTurn(app.database, [lock, [low.id]], [() => commit(shown)], async (client) => {
    // No other row is locked, so approving another claim does not wait.
    await client.query(`${lock} nowait`, [high.id]);
    const wallets = await client.query(
      'select 1 from wallets w join users u on u.id = w.user_id where u.uid = any ($1) for update of w nowait',
      [visits.map((visit) => visit.uid)],
    );
    expect(wallets.rowCount).toBe(2);
  });
  expect(answer?.status).toBe(200);
});
