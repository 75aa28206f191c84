import type { CustomPostback } from '@muneem/contract/custom-postbacks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeliveryApp, type DeliveryApp } from './delivery-app.ts';
import { startTarget, type TrackingTarget } from './tracking-target.ts';

let app: DeliveryApp;
let target: TrackingTarget;
beforeAll(async () => {
  app = await createDeliveryApp({ POSTBACK_RETRY_DELAYS_S: '0' });
  target = await startTarget();
  await app.start();
});
afterAll(async () => {
  await app.close();
  await target.close();
});

const event = (eventName: string, more: object = {}) => ({
  eventName,
  eventPayout: 30,
  eventCap: 1000,
  isRequired: true,
  description: '',
  ...more,
});

async function rename(offerId: string, before: string, after: string): Promise<void> {
  const rows = await app.rows<{ id: number; name: string }>(
    'select id, name from offer_events where offer_id = $1 and removed_at is null order by position',
    [offerId],
  );
  const events = rows.map(({ id, name }) => event(name === before ? after : name, { _id: id }));
  await app.updateOffer(offerId, { events });
}

test('follows its event when that is renamed: it is called, shown and found under the name of now', async () => {
  const offerId = await app.createOffer({ events: [event('install'), event('deposit')] });
  const postbackUrl = `${target.url}/pb?e={event_name}`;
  const { _id } = await app.addActive(offerId, { postbackUrl });
  await rename(offerId, 'install', 'first_open');
  expect(await app.getPostback(_id)).toMatchObject({ eventName: 'first_open', eventKnown: true, status: 'active' });

  await app.convert(offerId, 'first_open');
  await app.convert(offerId, 'install');
  await app.settled(offerId).toEqual(['delivered', 'delivered']);
  expect(target.calls.map(({ query }) => query.get('e'))).toEqual(['first_open', 'first_open']);
  expect(await app.deliveries(offerId, 'event=first_open')).toHaveLength(2);
  expect(await app.deliveries(offerId, 'event=deposit')).toHaveLength(0);

  const list = async (name: string) => {
    const { body } = await app.api<{ postbacks: CustomPostback[] }>(
      'GET',
      `/api/offers/${offerId}/custom-postbacks?event=${name}`,
    );
    return body.postbacks.map((postback) => postback._id);
  };
  expect([await list('first_open'), await list('install')]).toEqual([[_id], []]);
  const { body } = await app.api<{ stats: { eventBreakdown: object } }>('GET', `/api/offers/${offerId}/postback-stats`);
  expect(body.stats.eventBreakdown).toMatchObject({ first_open: { count: 1 } });
});

test('stays with its event when another one takes the old name, also when it is edited', async () => {
  const offerId = await app.createOffer({ events: [event('lead')] });
  const input = { companyName: 'Track', companyId: 't', postbackUrl: `${target.url}/pb?e={event_name}` };
  const { _id } = await app.addActive(offerId, { ...input, eventName: 'lead' });
  await rename(offerId, 'lead', 'qualified');
  const [row] = await app.rows<{ id: number }>('select id from offer_events where offer_id = $1', [offerId]);
  await app.updateOffer(offerId, { events: [event('qualified', { _id: row?.id }), event('lead')] });
  const ofNewLead = await app.addActive(offerId, { ...input, companyId: 'new', eventName: 'lead' });
  await app.api('PUT', `/api/custom-postbacks/${_id}`, { ...input, eventName: 'qualified', priority: 2 });
  expect([(await app.getPostback(_id)).eventName, (await app.getPostback(ofNewLead._id)).eventName]).toEqual([
    'qualified',
    'lead',
  ]);
  target.calls.length = 0;
  await app.convert(offerId, 'lead');
  await app.settled(offerId).toEqual(['delivered']);
  expect((await app.deliveries(offerId)).map(({ postbackId }) => postbackId)).toEqual([ofNewLead._id]);
  await app.convert(offerId, 'qualified');
  await app.settled(offerId).toEqual(['delivered', 'delivered']);
  expect((await app.deliveries(offerId)).map(({ postbackId }) => postbackId)).toEqual([_id, ofNewLead._id]);
});
