import { describe, expect, test } from 'vitest';
import type { Network, NetworkSummary } from '@muneem/contract/networks';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp } from '#test/test-app.ts';
import { offerCalls } from '../offers/offer-calls.ts';

const app = await createTestApp({}, { now: '2026-12-10T06:00:00Z' });
const session = await openAdminSession(app, 'asha@example.com');
const { call } = offerCalls(app, session);

interface Answer {
  readonly code?: string;
  readonly message: string;
  readonly errors?: Readonly<Record<string, string>>;
  readonly network: Network;
  readonly networks: readonly NetworkSummary[];
  readonly total: number;
  readonly totalNetworks: number;
}

let named = 0;
const create = async (fields: object = {}): Promise<Network> => {
  const { network } = await app.must<Answer>('POST', '/api/networks', { name: `Wall ${(named += 1)}`, ...fields });
  return network;
};
const rate = (id: string, from: unknown, rupees: unknown) =>
  call<Answer>('POST', `/api/networks/${id}/rates`, { from, rupees });
const auditOf = (id: string) =>
  app.database.query(sql`select action, before, after from audit_log where entity_id = ${id} order by id`);

describe('a network', () => {
  test('has the defaults of the record, and tells who created it', async () => {
    const network = await create({ name: '  Adjoe ' });
    expect(network).toEqual({
      _id: expect.stringMatching(/^net_[0-9A-Z]{26}$/),
      name: 'Adjoe',
      contactEmail: '',
      currency: 'INR',
      payoutParam: 'payout',
      decimalComma: false,
      note: '',
      dialect: null,
      warnings: [],
      isArchived: false,
      offers: 0,
      rates: [],
      version: 1,
      createdAt: '2026-12-10T06:00:00.000Z',
      updatedAt: '2026-12-10T06:00:00.000Z',
    });
    expect((await call<Answer>('GET', `/api/networks/${network._id}`)).body.network).toEqual(network);
    expect(await auditOf(network._id)).toEqual([
      { action: 'networks.create', before: null, after: expect.objectContaining({ name: 'Adjoe', currency: 'INR' }) },
    ]);
  });

  test.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'name', 'Use at most 100 characters'],
    [{ name: 'two\nlines' }, 'name', 'Use a single line of text'],
    [{ contactEmail: 'asha' }, 'contactEmail', 'Use an email address like name@example.com'],
    [{ currency: 'XYZ' }, 'currency', 'Choose a currency of ISO 4217, such as INR or USD'],
    [{ payoutParam: '' }, 'payoutParam', 'Payout parameter is required'],
    [{ payoutParam: 'a b' }, 'payoutParam', 'Use only letters, numbers, underscores, hyphens and dots'],
    [{ payoutParam: 'CLICK_ID' }, 'payoutParam', '“CLICK_ID” is a name of the click id. Use another name.'],
    [{ payoutParam: 'status' }, 'payoutParam', '“status” speaks of a state, not of an amount. Use another name.'],
  ])('is refused with %j', async (fields, field, message) => {
    const { status, body } = await call<Answer>('POST', '/api/networks', {
      name: `Refused ${(named += 1)}`,
      ...fields,
    });
    expect([status, body.code, body.errors?.[field]]).toEqual([400, 'validation_failed', message]);
  });

  test('has a name of its own, without case and also among archived networks', async () => {
    const first = await create({ name: 'OfferToro' });
    const second = await create({ name: 'Other' });
    await call('POST', `/api/networks/${first._id}/archive`);
    for (const [method, url] of [
      ['POST', '/api/networks'],
      ['PUT', `/api/networks/${second._id}`],
    ] as const) {
      const { status, body } = await call<Answer>(method, url, { name: 'offertoro' });
      expect([status, body.code, body.errors?.name]).toEqual([
        409,
        'conflict',
        'Another network has this name. It may be archived. Use another name.',
      ]);
    }
    const calls = ['Raced', 'RACED'].map((name) => call('POST', '/api/networks', { name }));
    expect((await Promise.all(calls)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('is created once by two calls with one Idempotency-Key', async () => {
    const send = async () => {
      const caller = { headers: { ...session.headers, 'idempotency-key': 'network-once' } };
      return (await app.must<Answer>('POST', '/api/networks', { name: 'Once' }, caller)).network._id;
    };
    expect(await send()).toEqual(await send());
  });

  test('keeps omitted fields, counts its versions, and refuses a change of an older version', async () => {
    const { _id } = await create({ name: 'Versions', note: 'Pays on the 5th', contactEmail: 'pay@wall.example' });
    const url = `/api/networks/${_id}`;
    const { network } = (await call<Answer>('PUT', url, { name: 'Versions', payoutParam: 'amount', version: 1 })).body;
    expect(network).toMatchObject({
      payoutParam: 'amount',
      note: 'Pays on the 5th',
      contactEmail: 'pay@wall.example',
      version: 2,
    });
    const late = await call<Answer>('PUT', url, { name: 'Late', version: 1 });
    expect([late.status, late.body.code]).toEqual([409, 'version_conflict']);
    expect((await auditOf(_id)).slice(1)).toEqual([
      { action: 'networks.update', before: { payoutParam: 'payout' }, after: { payoutParam: 'amount' } },
    ]);
  });

  test('is archived and brought back, and a repeat changes nothing', async () => {
    const { _id } = await create();
    const archive = async (body?: object) =>
      (await call<Answer>('POST', `/api/networks/${_id}/archive`, body)).body.network.isArchived;
    expect([await archive(), await archive({}), await archive({ isArchived: false })]).toEqual([true, true, false]);
    expect((await auditOf(_id)).map(({ action }) => String(action))).toEqual([
      'networks.create',
      'networks.archive',
      'networks.unarchive',
    ]);
  });

  test('is listed by name, found by its texts, and hidden while it is archived', async () => {
    const [zebra, apple] = [
      await create({ name: 'zz Zebra', note: 'findme' }),
      await create({ name: 'zz apple findme' }),
    ];
    const archived = await create({ name: 'zz Archive findme' });
    await call('POST', `/api/networks/${archived._id}/archive`);
    const list = async (query: string) => (await call<Answer>('GET', `/api/networks?search=FINDME${query}`)).body;
    const names = async (query: string) => (await list(query)).networks.map(({ name }) => name);
    expect(await names('')).toEqual([apple.name, zebra.name]);
    expect(await names('&order=desc')).toEqual([zebra.name, apple.name]);
    expect(await names('&status=archived')).toEqual([archived.name]);
    expect(await names('&status=all&limit=1&page=2')).toEqual([archived.name]);
    expect(await list('&status=all&limit=1')).toMatchObject({ total: 3, totalNetworks: expect.any(Number) as number });
  });

  test.each([
    ['GET', ''],
    ['PUT', ''],
    ['POST', '/archive'],
    ['POST', '/rates'],
    ['PUT', '/rates/2026-12-01'],
    ['DELETE', '/rates/2026-12-01'],
  ] as const)('is not found: %s /api/networks/…%s', async (method, path) => {
    const payload = { name: 'x', from: '2026-12-01', rupees: 1 };
    const { status, body } = await call<Answer>(
      method,
      `/api/networks/net_none${path}`,
      method === 'GET' ? undefined : payload,
    );
    expect([status, body.code, body.message]).toEqual([404, 'not_found', 'This network does not exist.']);
  });
});

describe('a rate', () => {
  test('is in force from its day until the next one', async () => {
    const { _id } = await create({ name: 'Dollars', currency: 'usd' });
    for (const [from, rupees] of [
      ['2026-12-10', 84.2],
      ['2026-12-01', 83.123456],
      ['2026-12-11', 85],
    ] as const)
      expect((await rate(_id, from, rupees)).status).toBe(200);
    const { network } = (await call<Answer>('GET', `/api/networks/${_id}`)).body;
    expect(network).toMatchObject({
      currency: 'USD',
      rates: [
        { from: '2026-12-11', rupees: 85 },
        { from: '2026-12-10', rupees: 84.2 },
        { from: '2026-12-01', rupees: 83.123456 },
      ],
    });
    const [listed] = (await call<Answer>('GET', '/api/networks?search=Dollars')).body.networks;
    expect(listed?.currentRate).toEqual({ from: '2026-12-10', rupees: 84.2 });
  });

  test.each([
    [0, 'The rate must be greater than 0'],
    [-1, 'The rate must be greater than 0'],
    ['84', 'The rate must be greater than 0'],
    [84.1234567, 'The rate can have at most six decimals'],
    [1_000_001, 'The rate must be ₹10,00,000 or less'],
  ])('of %j rupees is refused', async (rupees, message) => {
    const { _id } = await create({ currency: 'USD' });
    const { status, body } = await rate(_id, '2026-12-01', rupees);
    expect([status, body.errors?.rupees]).toEqual([400, message]);
  });

  test.each(['2026-02-30', '01.12.2026', '', null, '0000-01-01'])('from the day %j is refused', async (from) => {
    const { _id } = await create({ currency: 'USD' });
    const { status, body } = await rate(_id, from, 84);
    expect([status, body.errors?.from]).toEqual([400, expect.any(String)]);
  });

  test.each([0.000001, 0.1, 84.2, 999_999.999999])('of %d rupees comes back as it was sent', async (rupees) => {
    const { _id } = await create({ currency: 'USD' });
    expect((await rate(_id, '2026-12-01', rupees)).body.network.rates).toEqual([{ from: '2026-12-01', rupees }]);
  });

  test('exists once per day: a repeat changes nothing, another one is refused', async () => {
    const { _id } = await create({ currency: 'EUR' });
    await rate(_id, '2026-12-01', 90);
    expect((await rate(_id, '2026-12-01', 90)).status).toBe(200);
    const other = await rate(_id, '2026-12-01', 91);
    expect([other.status, other.body.errors?.from]).toEqual([
      409,
      'There is a rate from this day: ₹90. Change that one.',
    ]);
    const url = `/api/networks/${_id}/rates/2026-12-01`;
    expect((await call<Answer>('PUT', url, { rupees: 91 })).body.network.rates).toEqual([
      { from: '2026-12-01', rupees: 91 },
    ]);
    expect((await call<Answer>('DELETE', url)).body.network.rates).toEqual([]);
    expect((await call<Answer>('DELETE', url)).body.message).toBe('The network has no rate from this day.');
    const audited = { from: '2026-12-01', currency: 'EUR' };
    expect((await auditOf(_id)).slice(1)).toEqual([
      { action: 'networks.add_rate', before: null, after: { ...audited, rupees: 90 } },
      { action: 'networks.change_rate', before: { ...audited, rupees: 90 }, after: { ...audited, rupees: 91 } },
      { action: 'networks.delete_rate', before: { ...audited, rupees: 91 }, after: null },
    ]);
  });

  test('is refused for rupees, and keeps the currency of its network', async () => {
    const rupees = await create();
    const refused = await rate(rupees._id, '2026-12-01', 1);
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'The currency of this network is INR: its amounts need no rate.',
    ]);
    const dollars = await create({ currency: 'USD' });
    await rate(dollars._id, '2026-12-01', 84);
    const change = await call<Answer>('PUT', `/api/networks/${dollars._id}`, { name: dollars.name, currency: 'EUR' });
    expect([change.status, change.body.errors?.currency]).toEqual([422, 'The rates are for USD. Delete them first.']);
  });

  test('is the last of 1000 that a network can have', async () => {
    const { _id } = await create({ currency: 'USD' });
    await app.database.execute(sql`
      insert into network_rates select ${_id}, date '2020-01-01' + n, 80000000 from generate_series(1, 1000) n`);
    const { status, body } = await rate(_id, '2026-12-01', 84);
    expect([status, body.message]).toEqual([
      422,
      'A network has at most 1000 rates. Delete old ones: recorded conversions keep theirs.',
    ]);
  });
});
