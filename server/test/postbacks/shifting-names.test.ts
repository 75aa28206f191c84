import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#features/ledger/index.ts';
import { openHolds } from '#features/withdrawals/index.ts';
import { event, eventSteps, type EventSteps } from './event-steps.ts';
import { createPostbackApp, type PostbackApp } from './postback-app.ts';

let app: PostbackApp;
let on: EventSteps;
beforeAll(async () => {
  app = await createPostbackApp({}, { now: '2026-11-21T06:00:00.000Z' });
  on = eventSteps(app);
});
afterAll(() => app.close());

const NAMES = ['install', 'lead', 'x', 'y'] as const;
const CLICKS = 2;
/** `SHIFTING_NAMES_SEED` repeats a run; a failure prints it. */
const SEED = Number(process.env['SHIFTING_NAMES_SEED'] ?? Date.now() % 2 ** 31);

/** For each name: which event of all that the offer ever had gets it, by its place (-1: a new one); null: none. */
const list = fc.array(fc.option(fc.integer({ min: -1, max: 3 }), { freq: 2 }), {
  minLength: NAMES.length,
  maxLength: NAMES.length,
});
const postback = fc.record({
  name: fc.constantFrom(...NAMES, 'default'),
  click: fc.integer({ min: 0, max: CLICKS - 1 }),
  reversed: fc.option(fc.constant('1'), { freq: 6 }),
});
const step = fc.oneof({ arbitrary: list, weight: 1 }, { arbitrary: postback, weight: 3 });

test(`however often events exchange, give away and take back their names, a name pays a click once (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (plan) => {
      const offerId = await app.createOffer({ events: [event('install'), event('lead')] });
      const uid = await app.newUser();
      const clicks = [await app.click(offerId, uid), await app.click(offerId, uid)];
      const accepted: string[] = [];
      for (const one of plan) {
        app.clock.advance(10_000);
        if (Array.isArray(one)) await save(offerId, one);
        else {
          const { name, click, reversed } = one;
          const { code } = await on.send(offerId, name, clicks[click] ?? '', reversed === null ? {} : { reversed });
          if (code === 'accepted') accepted.push(`${name} of click ${click}`);
          else expect(['duplicate', 'reversed', 'event_unknown']).toContain(code);
        }
      }
      expect(new Set(accepted).size, accepted.join(', ')).toBe(accepted.length);
      const [sum] = await app.rows<{ coins: number }>(
        "select coalesce(sum(reward_coins), 0)::int as coins from conversions where offer_id = $1 and status = 'approved'",
        [offerId],
      );
      expect(await app.balance(uid)).toBe(sum?.coins);
      expect((await checkLedger(app.database, { clock: app.clock, openHolds })).breaches).toEqual([]);
    }),
    { numRuns: 12, seed: SEED, endOnFailure: true, verbose: true },
  );
}, 240_000);

/** Saves the offer with these names; that of an event stays with it whatever is on the list besides. */
async function save(offerId: string, places: readonly (number | null)[]): Promise<void> {
  const ids = await app.rows<{ id: number }>('select id from offer_events where offer_id = $1 order by id', [offerId]);
  const used = new Set<number>();
  const events = NAMES.flatMap((name, index) => {
    const place = places[index] ?? null;
    const id = place === null ? undefined : ids[place]?.id;
    if (place === null || (id !== undefined && used.has(id))) return [];
    if (id === undefined) return [event(name)];
    used.add(id);
    return [event(name, { _id: id })];
  });
  await app.updateOffer(offerId, { events: events.length === 0 ? [event('install')] : events });
}
