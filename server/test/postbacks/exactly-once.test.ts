import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostbackApp, type PostbackApp } from './postback-app.ts';

let app: PostbackApp;
beforeAll(async () => {
  app = await createPostbackApp({ REFERRAL_SHARE: '0.25' });
});
afterAll(() => app.close());

const EVENTS = ['install', 'register', 'deposit'] as const;
const CAP = 4;

/** Random postbacks: any click, any event by any of its names, in any order and number, concurrently. */
const waves = fc.array(
  fc.array(
    fc.record({
      click: fc.integer({ min: 0, max: 5 }),
      event: fc.constantFrom('install', 'INSTALL', 'default', 'register', 'signup', 'Deposit', 'order'),
      broken: fc.constantFrom(false, false, false, 'token', 'event', 'click'),
    }),
    { minLength: 1, maxLength: 24 },
  ),
  { minLength: 1, maxLength: 4 },
);

test('records one conversion and credit per click and event, within the cap, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(waves, async (plan) => {
      const offerId = await app.createOffer({
        events: EVENTS.map((eventName, index) => ({
          eventName,
          eventPayout: index === 2 ? 12 : 0,
          eventCap: CAP,
          isRequired: true,
          description: '',
        })),
      });
      const code = `C${crypto.randomUUID().slice(0, 12)}`;
      await app.createUser(`boss-${code}`, { referralCode: code });
      await app.createUser(`user-${code}`, { usedReferralCode: code });
      const clicks = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((i) => app.click(offerId, i === 5 ? undefined : `user-${code}`)),
      );
      const acknowledged = new Map<string, Set<string>>();
      for (const wave of plan) {
        await Promise.all(
          wave.map(async ({ click, event, broken }) => {
            const clickId = broken === 'click' ? '01ARZ3NDEKTSV4RRFFQ69G5FAV' : (clicks[click] ?? '');
            const query = { click_id: clickId, ...(broken === 'token' ? { token: 'wrong' } : {}) };
            const { status, body } = await app.send(offerId, broken === 'event' ? 'nonsense' : event, query);
            expect(body.success).toBe(broken === false);
            if (broken !== false) return;
            expect(status).toBe(200);
            const name = `${clickId} ${keyOf(event)}`;
            acknowledged.set(name, (acknowledged.get(name) ?? new Set()).add(body.conversionId ?? ''));
          }),
        );
      }
      await checkInvariants(offerId, code, acknowledged);
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

const keyOf = (event: string): string =>
  ({ default: 'install', signup: 'register', order: 'deposit' })[event] ?? event.toLowerCase();

async function checkInvariants(
  offerId: string,
  code: string,
  acknowledged: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  const conversions = await app.rows<{
    id: string;
    clickId: string;
    eventKey: string;
    status: string;
    rewardCoins: number;
    referralCoins: number;
  }>('select id, click_id, event_key, status, reward_coins, referral_coins from conversions where offer_id = $1', [
    offerId,
  ]);
  const stored = new Map(conversions.map((row) => [`${row.clickId} ${row.eventKey}`, row.id]));
  expect(stored.size).toBe(conversions.length);
  expect([...stored.keys()].sort()).toEqual([...acknowledged.keys()].sort());
  for (const [name, ids] of acknowledged) expect([...ids]).toEqual([stored.get(name)]);

  const approved = conversions.filter(({ status }) => status === 'approved');
  for (const key of EVENTS) {
    const ofEvent = conversions.filter(({ eventKey }) => eventKey === key);
    expect(approved.filter(({ eventKey }) => eventKey === key)).toHaveLength(Math.min(CAP, ofEvent.length));
  }
  const sum = (pick: 'rewardCoins' | 'referralCoins'): number => approved.reduce((total, row) => total + row[pick], 0);
  expect(await app.balance(`user-${code}`)).toBe(sum('rewardCoins'));
  expect(await app.balance(`boss-${code}`)).toBe(sum('referralCoins'));
  const [rollup] = await app.rows(
    'select sum(conversions)::int as n, sum(coins)::int as coins from conversion_rollups where offer_id = $1',
    [offerId],
  );
  expect(rollup).toEqual(
    conversions.length === 0
      ? { n: null, coins: null }
      : { n: conversions.length, coins: sum('rewardCoins') + sum('referralCoins') },
  );
  const clicks = await app.rows<{ id: string; status: string }>('select id, status from clicks where offer_id = $1', [
    offerId,
  ]);
  for (const { id, status } of clicks) {
    const own = conversions.filter(({ clickId }) => clickId === id);
    const done = own.filter((row) => row.status === 'approved').length === EVENTS.length;
    expect(status).toBe(done ? 'completed' : own.length > 0 ? 'in_progress' : 'clicked');
  }
}
