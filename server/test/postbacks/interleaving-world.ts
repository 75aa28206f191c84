import fc from 'fast-check';
import { expect } from 'vitest';
import type { PostbackAnswer } from '@muneem/contract/postbacks';
import { transaction } from '#platform/database/index.ts';
import type { RecordConversions } from '#features/conversions/index.ts';
import { createRecorder } from './create-recorder.ts';
import { createPostbackApp } from './postback-app.ts';

/** One app for all worlds of the interleavings. */
export const app = await createPostbackApp({ REFERRAL_SHARE: '0.25' });

export const COINS = 200;
export const EVENTS = ['install', 'register', 'deposit'] as const;
const CLICKS = 5;

export const step = fc.record({
  act: fc.constantFrom(
    ...(['postback', 'postback', 'postback', 'hold', 'poll', 'pay', 'reverse', 'reverse', 'save', 'refused'] as const),
    ...(['claim', 'approve', 'spend', 'spend half', 'decide'] as const),
  ),
  click: fc.integer({ min: 0, max: CLICKS - 1 }),
  event: fc.constantFrom(...EVENTS, 'signup', 'ORDER'),
});
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

export interface World {
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

/** The daily cap of an event. */
export const CAP = 3;

const eventOf = (eventName: string, index: number, more: object = {}) => ({
  eventName,
  eventPayout: index === 2 ? 12 : 0,
  eventCap: CAP,
  isRequired: index < 2,
  description: '',
  ...more,
});

export async function createWorld(): Promise<World> {
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

export async function act(world: World, { act: what, click, event }: Step): Promise<void> {
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

export const spend = (uid: string, coins: number): Promise<number> =>
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
