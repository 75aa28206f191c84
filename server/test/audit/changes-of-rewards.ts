import { sql } from '#platform/database/index.ts';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { event } from '#test/builders/events.ts';
import { replayCalls } from '#test/postbacks/replay-calls.ts';
import { customPostback, unique, withdrawal, type Prepare, type World } from './preparations.ts';

const INSTALL = event('install', 100);

/** A failed delivery without further retries. Its postback is inactive, so nothing is sent automatically. */
async function delivery(world: World): Promise<{ id: string; offerId: string }> {
  const postbackId = await customPostback(world);
  const [row] = await world.app.database.query<{ id: number; offerId: string }>(sql`
    insert into postback_deliveries (custom_postback_id, conversion_id, priority, status, finished_at, macros)
    select id, ${`cnv_${unique()}`}, 1, 'exhausted', now(), '{"click_id":"C","event_name":"install"}'
    from custom_postbacks where id = ${postbackId}
    returning id, (select offer_id from custom_postbacks where id = ${postbackId}) as offer_id`);
  return { id: `dlv_${row?.id}`, offerId: row?.offerId ?? '' };
}

/** A postback that was refused because the offer did not have its event yet, and the preview of its replay. */
async function replayable(world: World): Promise<{ ids: string[]; digest: string }> {
  const { app } = world;
  const offerId = await app.createOffer({ events: [INSTALL] });
  const clickId = await app.click(offerId, await app.newUser());
  await app.send(offerId, 'level5', { click_id: clickId });
  await app.logged(clickId).toEqual(['event_unknown']);
  await app.updateOffer(offerId, { events: [INSTALL, { ...INSTALL, eventName: 'level5' }] });
  const { items, digest } = await replayCalls(app).preview({ filter: { offerId } });
  return { ids: items.map(({ _id }) => _id), digest };
}

/** A reward that was reversed after it was spent. @returns its journal */
async function outstandingReversal(world: World): Promise<number> {
  const { app } = world;
  const offerId = await app.createOffer({ events: [INSTALL] });
  const { uid, clickId } = await app.newVisit(offerId);
  await app.send(offerId, 'install', { click_id: clickId });
  await withdrawal(world, uid);
  await app.send(offerId, 'install', { click_id: clickId, status: 'chargeback' });
  const answer = await app.call<{ owed: { journalId: number; clickId: string }[] }>('GET', '/api/owed-reversals');
  const list = answer.body.owed;
  return list.find((one) => one.clickId === clickId)?.journalId ?? 0;
}

/** A reward of 100 coins that the network then put on hold. @returns the contradiction */
async function contradiction({ app }: World): Promise<number> {
  const offerId = await app.createOffer({ events: [INSTALL] });
  const clickId = await app.click(offerId, await app.newUser());
  for (const status of ['approved', 'hold']) await app.send(offerId, 'install', { click_id: clickId, status });
  const { body } = await app.call<{ contradictions: { _id: number; clickId: string }[] }>('GET', '/api/contradictions');
  return body.contradictions.find((one) => one.clickId === clickId)?._id ?? 0;
}

async function claimed({ app }: World): Promise<{ uid: string; offerId: string; claimId: string }> {
  const [uid, offerId] = [await app.newUser(), await app.createOffer()];
  return { uid, offerId, claimId: await platformClient(app).claim(uid, offerId) };
}

const claim = async (world: World, approved: boolean): Promise<{ url: string; payload: object }> => ({
  url: `/api/offers/${(await claimed(world)).claimId}/verify`,
  payload: { approved, reason: 'It was not played.' },
});

/** Changes of clicks, claims, postbacks and deliveries. Each preparation makes the change succeed. */
export const CHANGES_OF_REWARDS: Readonly<Record<string, Prepare>> = {
  'POST /api/offers/:id/verify': (world) => claim(world, true),
  'POST /api/inbound-postbacks/replay': async (world) => ({
    url: '/api/inbound-postbacks/replay',
    payload: await replayable(world),
  }),
  'POST /api/custom-postbacks/:id/test': async (world) => ({
    url: `/api/custom-postbacks/${await customPostback(world)}/test`,
    payload: {},
  }),
  'POST /api/postback-deliveries/:id/resend': async (world) => ({
    url: `/api/postback-deliveries/${(await delivery(world)).id}/resend`,
  }),
  'POST /api/postback-deliveries/resend': async (world) => ({
    url: '/api/postback-deliveries/resend',
    payload: { ids: [(await delivery(world)).id, (await delivery(world)).id] },
  }),
  'POST /api/offers/:id/postback-deliveries/resend-failed': async (world) => ({
    url: `/api/offers/${(await delivery(world)).offerId}/postback-deliveries/resend-failed`,
    payload: {},
  }),
  'POST /api/owed-reversals/:journalId/write-off': async (world) => ({
    url: `/api/owed-reversals/${await outstandingReversal(world)}/write-off`,
    payload: { reason: 'A good customer.' },
  }),
  'POST /api/contradictions/:id/dismiss': async (world) => ({
    url: `/api/contradictions/${await contradiction(world)}/dismiss`,
    payload: { reason: 'The network confirmed it.' },
  }),
  'POST /api/contradictions/:id/reverse': async (world) => ({
    url: `/api/contradictions/${await contradiction(world)}/reverse`,
    payload: { reason: 'A chargeback.', takenCoins: 100, owedCoins: 0 },
  }),
};

/** Other decisions on the same routes. */
export const OTHER_DECISIONS: readonly (readonly [string, Prepare])[] = [
  ['POST /api/offers/:id/verify', (world) => claim(world, false)],
  [
    'POST /api/withdrawals/:id/verify',
    async (world) => ({ url: `/api/withdrawals/${await withdrawal(world)}/verify`, payload: { approved: true } }),
  ],
];
