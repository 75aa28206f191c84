import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { PostbackAnswer } from '@muneem/contract/postbacks';
import { transaction } from '#platform/database/index.ts';
import type { RecordConversions } from '#features/conversions/index.ts';
import { breachesOf } from '#test/ledger/breaches-of.ts';
import { createRecorder } from './create-recorder.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp({ REFERRAL_SHARE: '0.25' });
afterAll(() => app.close());

const COINS = 200;
const EVENTS = ['install', 'register', 'deposit'] as const;
const CLICKS = 5;
/** `INTERLEAVING_SEED` repeats a run. A failure prints the seed. */
const SEED = Number(process.env['INTERLEAVING_SEED'] ?? Date.now() % 2 ** 31);

const step = fc.record({
  act: fc.constantFrom(
    ...(['postback', 'postback', 'postback', 'hold', 'poll', 'pay', 'reverse', 'reverse', 'save', 'refused'] as const),
    ...(['claim', 'approve', 'spend', 'spend half', 'decide'] as const),
  ),
  click: fc.integer({ min: 0, max: CLICKS - 1 }),
  event: fc.constantFrom(...EVENTS, 'signup', 'ORDER'),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const waves = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 });

interface World {
  readonly poll: RecordConversions;
  readonly offerId: string;
  readonly eventIds: readonly number[];
  readonly uid: string;
  readonly boss: string;
  readonly clicks: readonly string[];
  /** The conversion ids in the answers, by click and event. */
  readonly acknowledged: Map<string, Set<string>>;
  /** Answers of this verdict. */
  contradictions: number;
}

test(`keeps conversions unique, offers paid once, caps exact and the ledger balanced under concurrency (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(waves, async (plan) => {
      const world = await createWorld();
      let before: readonly Conversion[] = [];
      for (const wave of plan) {
        await Promise.all(wave.map((one) => act(world, one)));
        const after = await checkInvariants(world);
        checkCutBacks(before, after);
        before = after;
      }
    }),
    { numRuns: 12, seed: SEED, endOnFailure: true, verbose: true },
  );
}, 120_000);

const eventOf = (eventName: string, index: number, more: object = {}) => ({
  eventName,
  eventPayout: index === 2 ? 12 : 0,
  eventCap: CAP,
  isRequired: index < 2,
  description: '',
  ...more,
});

async function createWorld(): Promise<World> {
  const code = `I${crypto.randomUUID().slice(0, 12)}`;
  const offerId = await app.createOffer({
    coins: COINS,
    events: EVENTS.map((eventName, index) => eventOf(eventName, index)),
  });
  const poll = await createRecorder(app, 0.25);
  const ids = await app.rows<{ id: number }>('select id from offer_events where offer_id = $1 order by position', [
    offerId,
  ]);
  const [uid, boss] = [`user-${code}`, `boss-${code}`];
  await app.createUser(boss, { referralCode: code });
  await app.createUser(uid, { usedReferralCode: code });
  const clicks = await Promise.all(
    Array.from({ length: CLICKS }, (_, i) => app.click(offerId, i === CLICKS - 1 ? undefined : uid)),
  );
  return {
    poll,
    offerId,
    eventIds: ids.map(({ id }) => id),
    uid,
    boss,
    clicks,
    acknowledged: new Map(),
    contradictions: 0,
  };
}

async function act(world: World, { act: what, click, event }: Step): Promise<void> {
  const { poll, offerId, eventIds, uid, clicks, acknowledged } = world;
  const clickId = clicks[click] ?? '';
  switch (what) {
    case 'postback': {
      const { conversionId = '' } = await sendUntilStored(offerId, event, { click_id: clickId });
      const name = `${clickId} ${keyOf(event)}`;
      acknowledged.set(name, (acknowledged.get(name) ?? new Set()).add(conversionId));
      return;
    }
    case 'hold': {
      const { code } = await sendUntilStored(offerId, event, { click_id: clickId, status: 'hold' });
      if (code === 'contradiction') world.contradictions += 1;
      return;
    }
    case 'reverse':
      await sendUntilStored(offerId, event, { click_id: clickId, reversed: '1' });
      return;
    case 'refused': {
      const unknown = { click_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' };
      const refused = await Promise.all([
        app.send(offerId, event, { click_id: clickId, token: 'wrong' }),
        app.send(offerId, 'nonsense', { click_id: clickId }),
        app.send(offerId, event, unknown),
      ]);
      expect(refused.map(({ body }) => body.success)).toEqual([false, false, false]);
      return;
    }
    case 'poll':
      await transaction(app.database, (tx) =>
        poll(tx, [
          {
            clickId,
            eventName: event,
            source: 'smart_poll',
            actor: { kind: 'system', id: 'smart-poll', name: 'Smart Poll' },
            at: app.clock.now(),
            conversionIp: null,
          },
        ]),
      );
      return;
    case 'save': {
      const events = EVENTS.map((name, index) => eventOf(name, index, { _id: eventIds[index], description: event }));
      return app.updateOffer(offerId, { coins: 200, events });
    }
    case 'pay': {
      const paid = await app.call('POST', '/api/mark-click-paid', { clickId });
      expect([200, 409]).toContain(paid.status);
      return;
    }
    case 'spend':
    case 'spend half': {
      const coins = Math.ceil((await app.balance(uid)) / (what === 'spend' ? 1 : 2));
      if (coins > 0) await spend(uid, coins);
      return;
    }
    case 'claim':
      await askAsApp('offer-claims', { uid, offerId });
      return;
    case 'approve': {
      const approved = await app.call('POST', `/api/offers/${offerId}/verify`, { userId: uid, approved: true });
      expect([200, 404, 409]).toContain(approved.status);
      return;
    }
    default:
      await returnWithdrawal(uid);
  }
}

async function returnWithdrawal(uid: string): Promise<void> {
  const pending = "select id from withdrawals where user_uid = $1 and status = 'pending' limit 1";
  for (const { id } of await app.rows<{ id: string }>(pending, [uid])) {
    const decision = { approved: false, adminReason: 'Not this time' };
    const { status } = await app.call('POST', `/api/withdrawals/${id}/verify`, decision);
    expect([200, 409]).toContain(status);
  }
}

const spend = (uid: string, coins: number): Promise<number> =>
  askAsApp('withdrawals', { uid, coins, paymentMethod: { type: 'upi', upiId: 'asha@okicici' } });

async function askAsApp(path: string, payload: object): Promise<number> {
  const asked = await app.call('POST', `/api/platform/${path}`, payload, {
    headers: { authorization: `Bearer ${app.config.PLATFORM_API_KEY}`, 'idempotency-key': crypto.randomUUID() },
  });
  expect([200, 409]).toContain(asked.status);
  return asked.status;
}

/** Retries as a network does: 503 means that it should send again. */
async function sendUntilStored(offerId: string, event: string, query: Record<string, string>): Promise<PostbackAnswer> {
  for (let tries = 0; tries < 20; tries += 1) {
    const { status, body } = await app.send(offerId, event, query);
    if (status === 503) continue;
    expect([status, body.success], JSON.stringify(body)).toEqual([200, true] satisfies [
      number,
      PostbackAnswer['success'],
    ]);
    return body;
  }
  throw new Error('a postback was never stored');
}

const keyOf = (event: string): string =>
  ({ signup: 'register', order: 'deposit' })[event.toLowerCase()] ?? event.toLowerCase();

async function checkInvariants({
  offerId,
  uid,
  boss,
  clicks,
  acknowledged,
  contradictions,
}: World): Promise<readonly Conversion[]> {
  const conversions = await app.rows<Conversion>(
    `select id, click_id, event_key, source, status, reward_coins, referral_coins, user_id is null as anonymous
     from conversions where offer_id = $1`,
    [offerId],
  );
  const names = conversions.map(({ clickId, eventKey }) => `${clickId} ${eventKey}`);
  expect(new Set(names).size).toBe(names.length);
  const stored = new Map(conversions.map(({ id }, at) => [names[at], id]));
  for (const [name, ids] of acknowledged) expect([...ids], name).toEqual([stored.get(name)]);
  const approved = conversions.filter(({ status }) => status === 'approved');

  const counters = await app.rows<{ key: string; approved: number }>(
    'select lower(e.name) as key, sum(c.approved)::int as approved from offer_events e join event_day_counts c on c.event_id = e.id where e.offer_id = $1 group by 1',
    [offerId],
  );
  for (const key of EVENTS) {
    const paid = approved.filter(({ eventKey }) => eventKey === key).length;
    expect(paid).toBeLessThanOrEqual(CAP);
    expect(counters.find((counter) => counter.key === key)?.approved ?? 0).toBe(paid);
  }

  const keys = await app.rows<{ conversionId: string; approved: boolean }>(
    'select conversion_id, approved from conversion_keys where click_id = any ($1)',
    [clicks],
  );
  expect(keys.map(({ conversionId, approved: is }) => `${conversionId} ${is}`).toSorted()).toEqual(
    conversions.map(({ id, status }) => `${id} ${status === 'approved'}`).toSorted(),
  );

  const counted = await app.rows<{ conversionId: string; times: number; isOpen: boolean }>(
    'select conversion_id, times, decision is null as is_open from contradictions where click_id = any ($1)',
    [clicks],
  );
  expect(counted.reduce((sum, { times }) => sum + times, 0)).toBe(contradictions);
  const open = counted.filter(({ isOpen }) => isOpen).map(({ conversionId }) => conversionId);
  expect(open.filter((id) => !approved.some((row) => row.id === id))).toEqual([]);

  const [claim] = await app.rows<{ coins: number }>(
    "select credited_coins as coins from offer_claims where offer_id = $1 and status = 'approved'",
    [offerId],
  );
  const earned = (pick: 'rewardCoins' | 'referralCoins') => approved.reduce((sum, row) => sum + row[pick], 0);
  if (claim) expect(earned('rewardCoins') + claim.coins).toBeLessThanOrEqual(COINS);

  const sums = await app.rows<{ status: string; n: number; coins: number }>(
    'select status, sum(conversions)::int as n, sum(coins)::int as coins from conversion_changes where offer_id = $1 group by 1 having sum(conversions) <> 0 order by 1',
    [offerId],
  );
  const expected = [...Map.groupBy(conversions, ({ status }) => status)]
    .map(([status, rows]) => ({
      status,
      n: rows.length,
      coins: rows.reduce(
        (sum, { rewardCoins, referralCoins }) => sum + rewardCoins + referralCoins,
        status === 'approved' ? (claim?.coins ?? 0) : 0,
      ),
    }))
    .toSorted((a, b) => a.status.localeCompare(b.status));
  expect(sums).toEqual(expected);

  await checkDebts(uid);
  // Credited coins that were not reversed are in the wallet, held for a withdrawal, or outstanding.
  const kept = await app.rows<{ uid: string; coins: number }>(
    `select u.uid, (w.balance + coalesce((select sum(amount) from postings where account = 'withdrawal_hold' and user_id = u.id), 0)
       - coalesce((select sum(coins) from reversed_credits where user_id = u.id and status = 'owed'), 0))::int as coins
     from users u join wallets w on w.user_id = u.id where u.uid = any ($1)`,
    [[uid, boss]],
  );
  expect(Object.fromEntries(kept.map((row) => [row.uid, row.coins]))).toEqual({
    [uid]: earned('rewardCoins') + (claim?.coins ?? 0),
    [boss]: earned('referralCoins'),
  });

  const rows = await app.rows<{ id: string; status: string; paid: boolean; anonymous: boolean }>(
    'select id, status, paid_at is not null as paid, user_id is null as anonymous from clicks where offer_id = $1',
    [offerId],
  );
  for (const { id, status, paid } of rows) {
    const done = ['install', 'register'].every((key) =>
      approved.some((row) => row.clickId === id && row.eventKey === key),
    );
    const touched = conversions.some(({ clickId }) => clickId === id);
    expect(status).toBe(paid || done ? 'completed' : touched ? 'in_progress' : 'clicked');
  }
  const isCompleted = claim !== undefined || rows.some(({ status, anonymous }) => status === 'completed' && !anonymous);
  expect(await app.rows('select completed_count as n from offers where id = $1', [offerId])).toEqual([
    { n: isCompleted ? 1 : 0 },
  ]);
  expect(await app.rows('select 1 as n from offer_completions where offer_id = $1', [offerId])).toHaveLength(
    isCompleted ? 1 : 0,
  );
  expect(await breachesOf(app)).toEqual([]);
  return conversions;
}

/** Every credit collects what fits into the wallet, and a user who owes can withdraw nothing. */
async function checkDebts(uid: string): Promise<void> {
  const owed = await app.rows<{ uid: string; coins: number; balance: number }>(
    `select u.uid, r.coins::int, w.balance::int from reversed_credits r
     join wallets w on w.user_id = r.user_id join users u on u.id = r.user_id where r.status = 'owed'`,
  );
  expect(owed.filter(({ coins, balance }) => coins <= balance)).toEqual([]);
  if (owed.some((row) => row.uid === uid)) expect(await spend(uid, 1)).toBe(409);
}

/** The daily cap of an event. */
const CAP = 3;

interface Conversion extends Record<string, unknown> {
  id: string;
  clickId: string;
  eventKey: string;
  source: string;
  status: string;
  rewardCoins: number;
  referralCoins: number;
  anonymous: boolean;
}

/** Nothing is cut back below the cap. A wave with a cut-back must have had the whole cap granted at some time. */
function checkCutBacks(before: readonly Conversion[], after: readonly Conversion[]): void {
  const known = new Map(before.map(({ id, status }) => [id, status]));
  const fresh = after.filter(({ id, status }) => known.get(id) !== status);
  for (const { eventKey: key } of fresh.filter(({ status }) => status === 'cutbacked')) {
    const held = before.filter(({ eventKey, status }) => eventKey === key && status === 'approved');
    // Conversions that the same wave reversed used the cap until their reversal.
    const granted = fresh.filter(
      ({ id, eventKey, status }) => eventKey === key && status !== 'cutbacked' && known.get(id) !== 'approved',
    );
    expect(held.length + granted.length, key).toBeGreaterThanOrEqual(CAP);
  }
}
