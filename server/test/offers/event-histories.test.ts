import { canonicalEventName } from '@muneem/contract/conversions';
import type { Offer } from '@muneem/contract/offers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breachesOf } from '#test/ledger/breaches-of.ts';
import { offerInput } from '#test/builders/offers.ts';
import { event } from '#test/builders/events.ts';
import { createSmartPollApp } from '#test/smart-poll/smart-poll-app.ts';

const app = await createSmartPollApp();

const NAMES = ['install', 'default', 'lead', 'LEAD', 'signup', 'register'] as const;
const CLICKS = 3;
/** `HISTORY_SEED` repeats a run. A failure prints the seed. */
const SEED = Number(process.env['HISTORY_SEED'] ?? Date.now() % 2 ** 31);
const RUNS = Number(process.env['HISTORY_RUNS'] ?? 8);

const name = fc.constantFrom(...NAMES);
const click = fc.nat(CLICKS - 1);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('send' as const), click, name, to: name }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('reverse' as const, 'poll' as const), click, name, to: name }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constantFrom('add' as const, 'remove' as const), click, name, to: name }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('rename' as const), click, name, to: name }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A modelled event: its conversions by click, and which of them are still paid. */
interface Known {
  _id: number;
  name: string;
  isRetired: boolean;
  readonly conversions: Map<number, { id: string; isPaid: boolean }>;
}

interface World {
  readonly offerId: string;
  readonly uid: string;
  readonly clicks: readonly string[];
  readonly events: Known[];
}

test(`matches every postback of a random history to the conversion of its event (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (history) => {
      const world = await createWorld();
      for (const one of history) await take(world, one);
      await checkBooks(world);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true, verbose: true },
  );
});

async function createWorld(): Promise<World> {
  const offerId = await app.polledOffer({ events: [event('keep', 30, { isRequired: false })] });
  const uid = await app.newUser();
  const clicks: string[] = [];
  for (let n = 0; n < CLICKS; n += 1) clicks.push(await app.click(offerId, uid));
  const world = { offerId, uid, clicks, events: [] };
  await readIds(world);
  return world;
}

const find = ({ events }: World, wanted: string): Known | undefined =>
  events.find((known) => canonicalEventName(known.name) === canonicalEventName(wanted));
const isSpelledLike = (known: Known, wanted: string): boolean => known.name.toLowerCase() === wanted.toLowerCase();
/** An event with conversions keeps its name. */
const mayBeCalled = (known: Known, wanted: string): boolean =>
  known.conversions.size === 0 || isSpelledLike(known, wanted);

async function take(world: World, one: Step): Promise<void> {
  if (one.act === 'send' || one.act === 'reverse') return send(world, one);
  if (one.act === 'poll') return poll(world, one);
  const known = find(world, one.name);
  const current = known?.isRetired === false ? known : undefined;
  const others = (gone?: Known) => world.events.filter((each) => !each.isRetired && each !== gone);
  if (one.act === 'add') {
    const expected = current || (known && !mayBeCalled(known, one.name)) ? 409 : 200;
    return save(world, [...others().map(sent), event(one.name, 30)], expected, () => give(world, one.name));
  }
  if (!current || !isSpelledLike(current, one.name)) return;
  if (one.act === 'remove')
    return save(world, others(current).map(sent), 200, () => {
      current.isRetired = true;
    });
  const target = find(world, one.to);
  const expected = expectRename(current, target === current ? undefined : target, one.to);
  return save(world, [...others(current).map(sent), event(one.to, 30, { _id: current._id })], expected, () => {
    current.isRetired = true;
    give(world, one.to);
  });
}

/** The expected status of a rename when another event may own the new name. */
function expectRename(known: Known, owner: Known | undefined, wanted: string): number {
  if (owner?.isRetired === false) return 409;
  if (!mayBeCalled(known, wanted)) return 422;
  return owner && !mayBeCalled(owner, wanted) ? 409 : 200;
}

const sent = (known: Known) => event(known.name, 30, { _id: known._id });

/** Gives the offer an event of this name: the event that owns the name, or a new one. */
function give(world: World, wanted: string): void {
  const known = find(world, wanted);
  if (known) Object.assign(known, { isRetired: false, name: wanted });
  else world.events.push({ _id: 0, name: wanted, isRetired: false, conversions: new Map() });
}

async function save(world: World, events: readonly object[], expected: number, change: () => void): Promise<void> {
  const answer = await app.call<{ offer: Offer }>(
    'PUT',
    `/api/offers/${world.offerId}`,
    offerInput({ pollUrl: app.network.pollUrl, events }),
  );
  expect(answer.status).toBe(expected);
  if (expected !== 200) return;
  change();
  await readIds(world, answer.body.offer);
}

/** Learns the ids of new events. Known ids never change. */
async function readIds(world: World, saved?: Offer): Promise<void> {
  const url = `/api/offers/${world.offerId}`;
  const offer = saved ?? (await app.call<Offer>('GET', url)).body;
  for (const { _id, eventName } of offer.events) {
    const known = find(world, eventName);
    if (!known) world.events.push({ _id, name: eventName, isRetired: false, conversions: new Map() });
    else if (known._id === 0) known._id = _id;
    else expect(_id).toBe(known._id);
  }
  expect(offer.events).toHaveLength(world.events.filter(({ isRetired }) => !isRetired).length);
}

async function send(world: World, { act, click: at, name: wanted }: Step): Promise<void> {
  const reversal = act === 'reverse' ? { reversed: '1' } : {};
  const { body } = await app.send(world.offerId, wanted, { click_id: world.clicks[at] ?? '', ...reversal });
  const known = find(world, wanted);
  if (!known) return expect(body.code).toBe('event_unknown');
  const first = known.conversions.get(at);
  if (act === 'reverse') {
    expect(body.code).toBe('reversed');
    if (first) expect(body.conversionId).toBe(first.id);
    known.conversions.set(at, { id: String(body.conversionId), isPaid: false });
  } else if (first) expect(body).toMatchObject({ code: 'duplicate', conversionId: first.id });
  else if (known.isRetired) expect(body.code).toBe('event_retired');
  else {
    expect(body.code).toBe('accepted');
    known.conversions.set(at, { id: String(body.conversionId), isPaid: true });
  }
}

async function poll(world: World, { click: at, name: wanted }: Step): Promise<void> {
  const clickId = world.clicks[at] ?? '';
  for (const each of world.clicks) app.network.says(each, { body: { events: each === clickId ? [wanted] : [] } });
  await app.force();
  const known = find(world, wanted);
  if (!known || known.isRetired || known.conversions.has(at)) return;
  const rows = await app.rows<{ id: string }>('select id from conversions where click_id = $1 and event_id = $2', [
    clickId,
    known._id,
  ]);
  expect(rows).toHaveLength(1);
  known.conversions.set(at, { id: String(rows[0]?.id), isPaid: true });
}

async function checkBooks({ offerId, uid, clicks, events }: World): Promise<void> {
  const rows = await app.rows<{ id: string; clickId: string; eventId: number; status: string }>(
    'select id, click_id, event_id, status from conversions where offer_id = $1',
    [offerId],
  );
  const expected = events.flatMap(({ _id, conversions }) =>
    [...conversions].map(([at, { id, isPaid }]) => ({
      id,
      clickId: clicks[at],
      eventId: _id,
      status: isPaid ? 'approved' : 'rejected',
    })),
  );
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  expect(rows.toSorted(byId)).toEqual(expected.toSorted(byId));
  expect(await app.balance(uid)).toBe(30 * expected.filter(({ status }) => status === 'approved').length);
  expect(await breachesOf(app)).toEqual([]);
}
