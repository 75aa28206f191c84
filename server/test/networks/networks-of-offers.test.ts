import { describe, expect, test } from 'vitest';
import type { Network } from '@muneem/contract/networks';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp } from '#test/test-app.ts';
import { offerCalls } from '../offers/offer-calls.ts';

const app = await createTestApp({}, { now: '2026-12-10T06:00:00Z' });
const session = await openAdminSession(app, 'asha@example.com');
const { call, createOffer } = offerCalls(app, session);

const auditOf = (id: string) =>
  app.database.query(sql`select action, before, after from audit_log where entity_id = ${id} order by id`);

let named = 0;
const create = async (): Promise<Network> =>
  (await call<{ network: Network }>('POST', '/api/networks', { name: `Wall ${(named += 1)}` })).body.network;

describe('the network of an offer', () => {
  interface Saved {
    readonly offer: { readonly network: string | null };
    readonly errors?: Readonly<Record<string, string>>;
  }
  const change = (id: string, fields: object) =>
    call<Saved>('PUT', `/api/offers/${id}`, { ...offerInput(), ...fields });

  test('is optional, stays when a body does not name it, and is cleared by null or an empty text', async () => {
    const network = await create();
    const { _id, network: none } = await createOffer();
    expect(none).toBeNull();
    const after = async (fields: object) => (await change(_id, fields)).body.offer.network;
    expect(await after({ network: network._id })).toBe(network._id);
    expect(await after({})).toBe(network._id);
    expect(await after({ network: null })).toBeNull();
    await after({ network: network._id });
    expect(await after({ network: '' })).toBeNull();
    expect((await createOffer({ network: network._id })).network).toBe(network._id);
    const { offers } = (await call<{ network: Network }>('GET', `/api/networks/${network._id}`)).body.network;
    expect(offers).toBe(1);
    const rows = await auditOf(_id);
    expect(rows[1]).toEqual({ action: 'offers.update', before: { network: null }, after: { network: network._id } });
  });

  test('is refused if it is unknown, and if it is archived unless the offer has it already', async () => {
    const [old, current] = [await create(), await create()];
    const { _id } = await createOffer({ network: old._id });
    await call('POST', `/api/networks/${old._id}/archive`);
    expect((await change(_id, { network: old._id })).status).toBe(200);
    expect((await change(_id, { network: current._id })).status).toBe(200);
    for (const [network, message] of [
      [old._id, 'This network is archived. Choose another one, or unarchive it first.'],
      ['net_none', 'This network does not exist. Choose another one.'],
    ] as const) {
      const { status, body } = await change(_id, { network });
      expect([status, body.errors?.network]).toEqual([400, message]);
    }
  });
});

describe('the lists of offers', () => {
  test('find the offers of a network, and those without one', async () => {
    const network = await create();
    const [own, other] = [await createOffer({ network: network._id }), await createOffer()];
    const ids = async (query: string) => {
      const { body } = await call<readonly { readonly _id: string }[]>('GET', `/api/offers/regular?network=${query}`);
      return body.map(({ _id }) => _id);
    };
    expect(await ids(network._id)).toEqual([own._id]);
    expect(await ids('none')).toContain(other._id);
    expect(await ids('none')).not.toContain(own._id);
    expect(await ids('net_none')).toEqual([]);
  });
});

describe('the expected revenue of an event', () => {
  interface Saved {
    readonly offer: { readonly events: readonly { readonly eventName: string; readonly revenue: number | null }[] };
    readonly errors?: Readonly<Record<string, string>>;
  }
  const change = async (id: string, fields: object) =>
    (
      await call<Saved>('PUT', `/api/offers/${id}`, { ...offerInput(), events: undefined, ...fields })
    ).body.offer.events.map(({ revenue }) => revenue);
  const event = (eventName: string, fields: object = {}) => ({ eventName, eventPayout: 1, eventCap: 10, ...fields });

  test('is unknown by default, and stays when a body does not name it', async () => {
    const { _id, events } = await createOffer({ events: [event('install', { revenue: 20.55 }), event('deposit')] });
    expect(events.map(({ revenue }) => revenue)).toEqual([20.55, null]);
    expect(await change(_id, { events: [event('deposit'), event('install')] })).toEqual([null, 20.55]);
    expect(await change(_id, { events: [event('install'), event('deposit', { revenue: 0 })] })).toEqual([20.55, 0]);
    expect(await change(_id, { epo1: 3 })).toEqual([20.55, 0]);
    expect(await change(_id, { events: [event('install', { revenue: null }), event('deposit')] })).toEqual([null, 0]);
    const [latest] = (await auditOf(_id)).slice(-1);
    expect(latest?.after).toMatchObject({ events: [{ eventName: 'install', revenue: null }, { revenue: 0 }] });
  });

  test('stays with an event that is renamed', async () => {
    const { _id, events } = await createOffer({ events: [event('install', { revenue: 5 })] });
    expect(await change(_id, { events: [event('signup', { _id: events[0]?._id })] })).toEqual([5]);
  });

  test.each([
    [-1, 'Revenue must be 0 or more'],
    [1.234, 'Revenue can have at most two decimals'],
    [10_000_001, 'Revenue must be ₹1,00,00,000 or less'],
  ])('of %j is refused', async (revenue, message) => {
    const { status, body } = await call<Saved>(
      'POST',
      '/api/offers',
      offerInput({ events: [event('install', { revenue })] }),
    );
    expect([status, body.errors?.['events.0.revenue']]).toEqual([400, message]);
  });
});
