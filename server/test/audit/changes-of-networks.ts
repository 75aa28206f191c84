import { event } from '#test/builders/events.ts';
import { post, type Prepare, unique, type World } from './preparations.ts';

async function network(world: World): Promise<string> {
  const body = await post(world, '/api/networks', { name: unique(), currency: 'USD' });
  return `/api/networks/${(body as unknown as { network: { _id: string } }).network._id}`;
}

const INSTALL = event('install', 100);
const RATE = { from: '2026-12-01', rupees: 84.2 };

async function withRate(world: World): Promise<string> {
  const url = `${await network(world)}/rates`;
  await post(world, url, RATE);
  return `${url}/${RATE.from}`;
}

/** Like `CHANGES`, for networks, their rates and the revenue of offers. */
export const CHANGES_OF_NETWORKS: Readonly<Record<string, Prepare>> = {
  'POST /api/networks': async () => ({ url: '/api/networks', payload: { name: unique() } }),
  'PUT /api/networks/:id': async (world) => ({ url: await network(world), payload: { name: unique() } }),
  'POST /api/networks/:id/archive': async (world) => ({ url: `${await network(world)}/archive`, payload: {} }),
  'POST /api/networks/:id/rates': async (world) => ({ url: `${await network(world)}/rates`, payload: RATE }),
  'PUT /api/networks/:id/rates/:from': async (world) => ({ url: await withRate(world), payload: { rupees: 85 } }),
  'DELETE /api/networks/:id/rates/:from': async (world) => ({ url: await withRate(world) }),
  'POST /api/offers/:id/earlier-revenue': async ({ app }) => {
    const offerId = await app.createOffer({ events: [INSTALL] });
    await app.send(offerId, 'install', { click_id: await app.click(offerId, await app.newUser()) });
    await app.updateOffer(offerId, { events: [{ ...INSTALL, revenue: 150 }] });
    return { url: `/api/offers/${offerId}/earlier-revenue` };
  },
};
