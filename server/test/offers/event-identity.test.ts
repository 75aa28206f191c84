import type { Offer } from '@muneem/contract/offers';
import { expect, test } from 'vitest';
import { offerInput } from '#test/builders/offers.ts';
import { event } from '#test/builders/events.ts';
import { createDeliveryApp } from '#test/custom-postbacks/delivery-app.ts';
import { replayCalls } from '#test/postbacks/replay-calls.ts';

const app = await createDeliveryApp();

interface SaveAnswer {
  readonly offer: Offer;
  readonly code: string;
  readonly errors: Record<string, string>;
}

/** Creates an offer with these events. @returns functions that save its events or other fields */
async function offerWith(...names: readonly string[]) {
  const offerId = await app.createOffer({ events: names.map((name) => event(name, 30)) });
  const { body } = await app.call<Offer>('GET', `/api/offers/${offerId}`);
  const put = (fields: object) =>
    app.call<SaveAnswer>('PUT', `/api/offers/${offerId}`, offerInput({ events: undefined, ...fields }));
  return { offerId, ids: body.events.map(({ _id }) => _id), put, save: (events: object[]) => put({ events }) };
}

async function pay(offerId: string, name: string) {
  const clickId = await app.click(offerId, await app.newUser());
  const { body } = await app.send(offerId, name, { click_id: clickId });
  expect(body.code).toBe('accepted');
  return { clickId, conversionId: body.conversionId };
}

const namesOf = ({ offer }: SaveAnswer): string[] => offer.events.map(({ eventName }) => eventName);

test('renames an event without conversions, also in its custom postbacks', async () => {
  const { offerId, ids, save } = await offerWith('lead', 'deposit');
  const { _id } = await app.addActive(offerId, { eventName: 'lead' });
  const { status, body } = await save([event('qualified', 30, { _id: ids[0] }), event('deposit', 30)]);
  expect([status, namesOf(body)]).toEqual([200, ['qualified', 'deposit']]);
  expect(await app.getPostback(_id)).toMatchObject({ eventName: 'qualified', eventKnown: true });
  await app.convert(offerId, 'qualified');
  expect(await app.deliveries(offerId, 'event=qualified')).toHaveLength(1);
  const back = await save([event('deposit', 30), event('lead', 30)]);
  expect(namesOf(back.body)).toEqual(['deposit', 'lead']);
});

test('allows a paid event to change its letter case, and no other rename', async () => {
  const { offerId, ids, save, put } = await offerWith('install');
  await pay(offerId, 'default');
  expect(namesOf((await save([event('Install', 30, { _id: ids[0] })])).body)).toEqual(['Install']);
  for (const name of ['first_open', 'default']) {
    const text =
      '1 user was paid for Install. Ad networks send this name, so it cannot change. Add a new event instead.';
    expect(await save([event(name, 30, { _id: ids[0] })])).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', message: text, errors: { 'events.0.eventName': text } },
    });
    expect((await put({ event1: name })).body.errors).toEqual({ event1: text });
  }
  const rejected = await offerWith('install');
  const clickId = await app.click(rejected.offerId, await app.newUser());
  await app.send(rejected.offerId, 'install', { click_id: clickId, reversed: '1' });
  const { body } = await rejected.save([event('first_open', 30, { _id: rejected.ids[0] })]);
  expect(body.errors['events.0.eventName']).toMatch(/^1 conversion was recorded for install\. Ad networks/);
});

test.each([
  ['the name', 'INSTALL', '“INSTALL” is the name of event 1. Change that event, or use another name here.'],
  [
    'a synonym',
    'default',
    '“default” means the same as “install”, the name of event 1. Change that event, or use another name here.',
  ],
])('refuses %s of another event with 409 at the field', async (_what, name, text) => {
  const { ids, save, put } = await offerWith('install', 'lead');
  const refused = { status: 409, body: { code: 'conflict', message: text } };
  for (const events of [
    [event('install', 30, { _id: ids[0] }), event('lead', 30), event(name, 30)],
    [event('install', 30, { _id: ids[0] }), event(name, 30, { _id: ids[1] })],
  ]) {
    const answer = await save(events);
    expect(answer).toMatchObject(refused);
    expect(answer.body.errors).toEqual({ [`events.${events.length - 1}.eventName`]: text });
  }
  expect((await save([event(name, 30, { _id: ids[1] })])).status).toBe(409);
  expect((await put({ event3: name })).body.errors).toEqual({ event3: text });
});

test('refuses to swap the names of two events', async () => {
  const { ids, save } = await offerWith('lead', 'kyc');
  expect((await save([event('kyc', 30, { _id: ids[0] }), event('lead', 30, { _id: ids[1] })])).status).toBe(409);
});

test('retires a removed event, and brings it back with its conversions when the name is added again', async () => {
  const { offerId, ids, save } = await offerWith('install', 'deposit');
  const paid = await pay(offerId, 'install');
  const late = await app.click(offerId, await app.newUser());
  await save([event('deposit', 30)]);
  expect(await app.send(offerId, 'install', { click_id: late })).toMatchObject({
    status: 422,
    body: { success: false, code: 'event_retired', events: ['deposit'] },
  });
  expect((await app.send(offerId, 'default', { click_id: paid.clickId })).body).toMatchObject({
    code: 'duplicate',
    conversionId: paid.conversionId,
  });
  await app.logged(late).toEqual(['event_retired']);
  const synonym = await save([event('deposit', 30), event('default', 30)]);
  expect(synonym.body.errors['events.1.eventName']).toBe(
    '1 user was paid for install. Ad networks send this name, so it cannot change. Use “install” to bring that event back.',
  );
  const back = await save([event('deposit', 30), event('install', 30)]);
  expect(back.body.offer.events[1]).toMatchObject({ _id: ids[0], eventName: 'install', eventCount: 1 });
  const { preview, commit } = replayCalls(app);
  await commit(await preview({ filter: { clickId: late } }));
  expect(await app.conversionsOf(late)).toMatchObject([{ eventKey: 'install', status: 'approved' }]);
});

test('reverses payments of a retired event', async () => {
  const { offerId, save } = await offerWith('install', 'deposit');
  const { clickId, conversionId } = await pay(offerId, 'install');
  await save([event('deposit', 30)]);
  expect((await app.send(offerId, 'install', { click_id: clickId, reversed: '1' })).body).toMatchObject({
    code: 'reversed',
    conversionId,
  });
  expect(await app.conversionsOf(clickId)).toMatchObject([{ status: 'rejected', rewardCoins: 0 }]);
});

test('matches flat fields by name, so that an empty first field renames nothing', async () => {
  const { offerId, ids, put } = await offerWith('install', 'signup', 'deposit');
  await pay(offerId, 'install');
  await pay(offerId, 'signup');
  const { body } = await put({ event1: 'signup', event2: 'deposit', event3: '' });
  expect(body.offer.events.map(({ _id, eventName }) => [_id, eventName])).toEqual([
    [ids[1], 'signup'],
    [ids[2], 'deposit'],
  ]);
});

test('enforces the identity of an event in the database', async () => {
  const { ids } = await offerWith('install');
  for (const change of [
    "update offer_events set name = 'other' where id = $1",
    'delete from offer_events where id = $1',
  ])
    await expect(app.rows(change, [ids[0]])).rejects.toThrow('never changes its name');
});
