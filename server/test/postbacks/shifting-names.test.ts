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

const NAMES = ['install', 'default', 'lead', 'x'] as const;
/** `SHIFTING_NAMES_SEED` repeats a run; a failure prints it. */
const SEED = Number(process.env['SHIFTING_NAMES_SEED'] ?? Date.now() % 2 ** 31);

/** For each name: which event of all that the offer ever had gets it, by its place (-1: a new one); null: none. */
const list = fc.array(fc.option(fc.constantFrom(0, 1, 0, 1, 2, -1)), {
  minLength: NAMES.length,
  maxLength: NAMES.length,
});
const postback = fc.record({
  name: fc.constantFrom(...NAMES),
  reversed: fc.constantFrom(null, null, null, '1'),
});
/** Of one click, so that much comes together on it. */
const plans = fc.array(fc.tuple(list, fc.array(postback, { minLength: 1, maxLength: 3 })), {
  minLength: 3,
  maxLength: 8,
});

test(`however often events exchange, give away and take back their names, a name pays a click once (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('install', 'default'), plans, async (first, plan) => {
      const offerId = await app.createOffer({ events: [event('install'), event('lead')] });
      const uid = await app.newUser();
      const clickId = await app.click(offerId, uid);
      const { code: firstCode, conversionId } = await on.send(offerId, first, clickId);
      expect(firstCode).toBe('accepted');
      /** What each name was paid for. */
      const paid = new Map<string, string | undefined>([[first, conversionId]]);
      for (const [places, postbacks] of plan) {
        app.clock.advance(10_000);
        await save(offerId, places);
        app.clock.advance(10_000);
        for (const { name, reversed } of postbacks) {
          const sent = await on.send(offerId, name, clickId, reversed === null ? {} : { reversed });
          expect(['accepted', 'duplicate', 'reversed', 'event_unknown']).toContain(sent.code);
          if (sent.code === 'event_unknown') continue;
          // Not again, and of no other: neither a repeat nor a reversal.
          if (paid.has(name))
            expect(sent, [...paid.keys(), name].join(', ')).toMatchObject({ conversionId: paid.get(name) });
          if (paid.has(name)) expect(sent.code).not.toBe('accepted');
          if (sent.code === 'accepted') paid.set(name, sent.conversionId);
        }
      }
      const [sum] = await app.rows<{ coins: number }>(
        "select coalesce(sum(reward_coins), 0)::int as coins from conversions where offer_id = $1 and status = 'approved'",
        [offerId],
      );
      expect(await app.balance(uid)).toBe(sum?.coins);
      expect((await checkLedger(app.database, { clock: app.clock, openHolds })).breaches).toEqual([]);
    }),
    { numRuns: 30, seed: SEED, endOnFailure: true, verbose: true },
  );
}, 240_000);

/** Saves the offer with these names. What is on the list with its id is that event afterwards. */
async function save(offerId: string, places: readonly (number | null)[]): Promise<void> {
  const before = await storedEvents(offerId);
  const used = new Set<number>();
  const events = NAMES.flatMap((name, index) => {
    const place = places[index] ?? null;
    const id = place === null ? undefined : before[place]?.id;
    if (place === null || (id !== undefined && used.has(id))) return [];
    if (id === undefined) return [event(name)];
    used.add(id);
    return [event(name, { _id: id })];
  });
  await app.updateOffer(offerId, { events: events.length === 0 ? [event('install')] : events });
  const after = await storedEvents(offerId);
  for (const { eventName, ...sent } of events) {
    const was = before.find(({ id }) => '_id' in sent && id === sent._id);
    if (was?.there) expect(after.find(({ id }) => id === was.id)).toEqual({ ...was, name: eventName });
  }
}

const storedEvents = (offerId: string) =>
  app.rows<{ id: number; name: string; there: boolean }>(
    'select id, name, removed_at is null as there from offer_events where offer_id = $1 order by id',
    [offerId],
  );
