import { afterAll, beforeAll, expect, test } from 'vitest';
import { event, eventSteps, type EventSteps } from './event-steps.ts';
import { createPostbackApp, type PostbackApp } from './postback-app.ts';

let app: PostbackApp;
let on: EventSteps;
beforeAll(async () => {
  app = await createPostbackApp({}, { now: '2026-11-21T06:00:00.000Z' });
  on = eventSteps(app);
});
afterAll(() => app.close());

test.each(['order', 'deposit'])(
  'nobody knows since when one of two events has its name: what %s was paid is what its name takes back',
  async (name) => {
    const offerId = await app.createOffer({ events: [event('order'), event('deposit', { eventPayout: 500 })] });
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid);
    for (const both of ['order', 'deposit']) await on.send(offerId, both, clickId);
    // As migration 0383 leaves an event that the audit log does not know: later than what it was paid for.
    app.clock.advance(60_000);
    await app.rows('update offer_events set named_at = $2 where offer_id = $1 and name = $3', [
      offerId,
      app.clock.now(),
      'order',
    ]);
    await app.updateOffer(offerId, {
      events: [await on.stored(offerId, 'order'), await on.stored(offerId, 'deposit', { eventPayout: 500 })],
    });
    expect(await on.send(offerId, name, clickId)).toMatchObject({ code: 'duplicate' });
    expect(await on.send(offerId, name, clickId, { reversed: '1' })).toMatchObject({ code: 'reversed' });
    expect(await app.balance(uid)).toBe(name === 'order' ? 500 : 30);
  },
);
