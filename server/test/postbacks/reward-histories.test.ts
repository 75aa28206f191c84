import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kolkataDay } from '#platform/clock/index.ts';
import { event } from '#test/builders/events.ts';
import { breachesOf } from '#test/ledger/breaches-of.ts';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { createPostbackApp } from './postback-app.ts';

/** 14:30 in Asia/Kolkata. */
const app = await createPostbackApp({}, { now: '2026-11-21T09:00:00Z' });
const platform = platformClient(app);

const LIMITS = ['once', 'daily', 'each_click'] as const;
const COINS = 100;
const PAYOUT = { install: 60, deposit: 40 };
const CLICKS = 3;
/** `REWARD_SEED` tries another history. */
const SEED = Number(process.env['REWARD_SEED'] ?? 20_261_129);
const RUNS = Number(process.env['REWARD_RUNS'] ?? 12);
const HOUR_MS = 3_600_000;

const step = fc.record({
  act: fc.constantFrom('send', 'send', 'send', 'reverse', 'pay', 'claim', 'later'),
  click: fc.nat(CLICKS - 1),
  name: fc.constantFrom('install' as const, 'deposit' as const),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The coins of one user from one offer, by click and event. Holders are the rewarded clicks of each event and period. */
class Model {
  readonly earned = new Map<string, number>();
  readonly paid = new Map<number, number>();
  readonly holders = new Map<string, number>();
  readonly limit: (typeof LIMITS)[number];
  claimed: number | undefined;

  constructor(limit: (typeof LIMITS)[number]) {
    this.limit = limit;
  }

  take({ act, click, name }: Step): void {
    const key = `${click} ${name}`;
    const isFree = (one: string): boolean => (this.holders.get(this.#key(one)) ?? click) === click;
    if (act === 'send' && !this.earned.has(key)) {
      const coins = this.paid.has(click) || this.claimed !== undefined ? 0 : PAYOUT[name];
      this.earned.set(key, isFree(name) ? coins : 0);
      if (coins > 0 && isFree(name)) this.#hold(click, [name]);
    } else if (act === 'reverse') {
      this.earned.set(key, 0);
      for (const [key, holder] of this.holders)
        if (key.startsWith(name) && holder === click && !this.paid.has(click)) this.holders.delete(key);
    } else if (act === 'pay' && !this.paid.has(click) && Object.keys(PAYOUT).every(isFree)) {
      const coins = this.claimed === undefined ? COINS - sum(this.earned, (of) => of.startsWith(`${click} `)) : 0;
      this.paid.set(click, coins);
      if (coins > 0) this.#hold(click, Object.keys(PAYOUT));
    } else if (act === 'claim' && this.claimed === undefined && this.paid.size === 0 && this.total < COINS) {
      // A payment by hand, of 0 coins too, is the last word on the user's offer: no claim pays after it.
      this.claimed = COINS - this.total;
    }
  }

  get total(): number {
    return sum(this.earned) + sum(this.paid) + (this.claimed ?? 0);
  }

  #key(name: string): string {
    return `${name} ${this.limit === 'once' ? '' : kolkataDay(app.clock.now())}`;
  }

  #hold(click: number, names: readonly string[]): void {
    if (this.limit !== 'each_click') for (const name of names) this.holders.set(this.#key(name), click);
  }
}

const sum = <Key>(coins: ReadonlyMap<Key, number>, isOne: (key: Key) => boolean = () => true): number =>
  coins.entries().reduce((total, [key, one]) => total + (isOne(key) ? one : 0), 0);

test.each(LIMITS)(
  `pays a user of an offer that pays %s what a model pays, in a random history (seed ${SEED})`,
  async (limit) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (history) => {
        const events = [
          ...Object.entries(PAYOUT).map(([name, coins]) => event(name, coins, { isRequired: false })),
          event('last', 0),
        ];
        const offerId = await app.createOffer({ coins: COINS, rewardLimit: limit, events });
        const uid = await app.newUser();
        const clicks = await Promise.all(Array.from({ length: CLICKS }, () => app.click(offerId, uid)));
        const model = new Model(limit);
        for (const [at, one] of history.entries()) {
          const clickId = clicks[one.click] ?? '';
          if (one.act === 'send') await app.send(offerId, one.name, { click_id: clickId });
          else if (one.act === 'reverse') await app.send(offerId, one.name, { click_id: clickId, reversed: '1' });
          else if (one.act === 'pay') await app.call('POST', '/api/mark-click-paid', { clickId });
          else if (one.act === 'later') app.clock.advance(7 * HOUR_MS);
          else {
            await platform.post('offer-claims', { uid, offerId });
            await app.call('POST', `/api/offers/${offerId}/verify`, { userId: uid, approved: true });
          }
          model.take(one);
          expect(await app.balance(uid), `step ${at + 1}: ${JSON.stringify(one)}`).toBe(model.total);
        }
        expect(await breachesOf(app)).toEqual([]);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true, verbose: true },
    );
  },
  120_000,
);
