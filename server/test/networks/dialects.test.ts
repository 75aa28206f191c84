import { describe, expect, test } from 'vitest';
import { READY_DIALECTS, type Network } from '@muneem/contract/networks';
import type { PostbackExplanation } from '@muneem/contract/postbacks';
import { readEventStatus } from '#features/conversions/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { event } from '#test/builders/events.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';

const app = await createPostbackApp();
const admin = await openAdminSession(app);

interface Answer {
  readonly network: Network;
  readonly errors?: Readonly<Record<string, string>>;
}
let named = 0;
const save = (dialect: object | null, url = '/api/networks') =>
  app.call<Answer>(url === '/api/networks' ? 'POST' : 'PUT', url, { name: `Wall ${(named += 1)}`, dialect }, admin);

const TWO_IS_A_CHARGEBACK = { statusParam: 'status', approve: ['1'], reverse: ['2', '-1'] };

/** An offer of a network with this dialect, and a click on it. */
async function clicked(dialect: object | null, offer: object = {}) {
  const { network } = (await save(dialect)).body;
  const offerId = await app.createOffer({ events: [event('install', 100)], network: network._id, ...offer });
  const { uid, clickId } = await app.newVisit(offerId);
  const send = async (query: Readonly<Record<string, string>>) =>
    (await app.send(offerId, 'install', { click_id: clickId, ...query })).body.code;
  return { network, offerId, uid, clickId, send };
}

describe('a dialect', () => {
  test.each(['2', '-1'])('reverses a paid event when the wall sends its word %s', async (status) => {
    const { send, uid } = await clicked(TWO_IS_A_CHARGEBACK);
    expect([await send({ status: '1' }), await app.balance(uid)]).toEqual(['accepted', 100]);
    expect([await send({ status }), await app.balance(uid)]).toEqual(['reversed', 0]);
  });

  test('leaves the same word to the general rules for another network', async () => {
    const { send, uid } = await clicked(null);
    expect([await send({ status: '1' }), await send({ status: '2' })]).toEqual(['accepted', 'contradiction']);
    expect(await app.balance(uid)).toBe(100);
  });

  test('approves no word that it does not name', async () => {
    const { send, uid } = await clicked({ statusParam: 'sale_code', approve: ['a'], pending: ['p'], reverse: ['r'] });
    expect([await send({ sale_code: 'x' }), await send({ sale_code: 'p' }), await app.balance(uid)]).toEqual([
      'pending',
      'duplicate',
      0,
    ]);
    expect([await send({ SALE_CODE: 'A' }), await app.balance(uid)]).toEqual(['accepted', 100]);
  });

  test.each(['sale_code[]', 'sale_code[0]', 'data[sale_code]', 'data.sale_code', ' Sale_Code', 'sale%5Fcode'])(
    'reads its parameter also as %s',
    async (name) => {
      const { send, uid } = await clicked({ statusParam: 'sale_code', approve: ['a'], reverse: ['r'] });
      expect(await send({ [name]: 'x' })).toBe('pending');
      expect([await send({ [name]: 'a' }), await app.balance(uid)]).toEqual(['accepted', 100]);
      expect([await send({ [name]: 'r' }), await app.balance(uid)]).toEqual(['reversed', 0]);
    },
  );

  test.each([{ chargeback: '1' }, { amount: '-5' }, { note: 'rejected' }])(
    'pays nothing if %j stands beside its yes',
    async (query) => {
      const { send, uid } = await clicked(TWO_IS_A_CHARGEBACK);
      expect(await send({ status: '1', ...query })).not.toBe('accepted');
      expect(await app.balance(uid)).toBe(0);
    },
  );

  test('applies to the next postback after a change, and no longer after its removal', async () => {
    const { send, network } = await clicked(null);
    const url = `/api/networks/${network._id}`;
    expect(await send({ status: '0' })).toBe('pending');
    const changed = await save({ statusParam: 'status', approve: ['0'] }, url);
    expect(changed.body.network.dialect).toEqual({
      clickIdParam: '',
      statusParam: 'status',
      approve: ['0'],
      pending: [],
      reverse: [],
    });
    expect(await send({ status: '0' })).toBe('accepted');
    expect((await save(null, url)).body.network.dialect).toBeNull();
    expect(await send({ status: '0' })).toBe('contradiction');
  });

  test('finds the click id under its own name, for the offers of its network only', async () => {
    const { offerId, clickId } = await clicked({ clickIdParam: 'wall_click' });
    expect((await app.send(offerId, 'install', { wall_click: clickId })).body.code).toBe('accepted');
    const other = await clicked(null);
    expect((await app.send(other.offerId, 'install', { wall_click: other.clickId })).body.code).toBe('click_missing');
  });

  test('is read without an offer in the path only if the token belongs to one network', async () => {
    const { uid, clickId } = await clicked(TWO_IS_A_CHARGEBACK, { postbackToken: 'token-of-one-wall' });
    const short = async (token: string, status: string) => {
      const query = new URLSearchParams({ token, event: 'install', click_id: clickId, status }).toString();
      return (await app.http.fastify.inject(`/postback?${query}`)).json<{ code: string }>().code;
    };
    expect([await short('token-of-one-wall', '1'), await app.balance(uid)]).toEqual(['accepted', 100]);
    expect(await short(app.token, '2')).toBe('contradiction');
    expect([await short('token-of-one-wall', '2'), await app.balance(uid)]).toEqual(['reversed', 0]);
  });

  test('refuses an approval in the short form that it reads otherwise, and pays nothing', async () => {
    const { clickId, uid } = await clicked({ statusParam: 'status', approve: ['5'], reverse: ['1'] });
    const send = async (status: string) => {
      const query = new URLSearchParams({ token: app.token, event: 'install', click_id: clickId, status });
      const answer = await app.http.fastify.inject({ url: `/postback?${query.toString()}` });
      return answer.json<{ code: string; message: string }>();
    };
    expect(await send('1')).toMatchObject({
      code: 'offer_mismatch',
      message: "The network of this click's offer has its own words: use the postback URL of the offer.",
    });
    expect(await send('5')).toMatchObject({ code: 'pending' });
    expect(await app.balance(uid)).toBe(0);
  });

  test('is shown by the dry run', async () => {
    const { offerId, clickId, network } = await clicked(TWO_IS_A_CHARGEBACK);
    const explain = async (status: string) => {
      const query = new URLSearchParams({ token: app.token, click_id: clickId, status }).toString();
      const url = `/postback/${offerId}/install?${query}`;
      const { body } = await app.call<PostbackExplanation>('POST', '/api/inbound-postbacks/explain', { url }, admin);
      return body.checks.find(({ check }) => check === 'direction')?.detail;
    };
    expect(await explain('1')).toBe(`In the dialect of ${network.name}, status=1 means approved.`);
    expect(await explain('2')).toContain(`In the dialect of ${network.name}, status=2 means a chargeback.`);
    expect(await explain('7')).not.toContain('dialect');
  });
});

describe('saving a dialect', () => {
  test('warns of each value that pays although the general rules refuse it', async () => {
    const { network } = (await save({ statusParam: 'status', approve: ['1', '0', 'Rejected'], pending: ['refund'] }))
      .body;
    const warnings = [
      'The general rules read status=0 as not approved yet. With this dialect it pays the user at once.',
      'The general rules read status=rejected as a chargeback. With this dialect it pays the user at once.',
      'The general rules read status=refund as a chargeback. With this dialect the user keeps the coins.',
    ];
    expect(network.warnings).toEqual(warnings);
    const again = await app.call<Answer>('GET', `/api/networks/${network._id}`, undefined, admin);
    expect(again.body.network.warnings).toEqual(warnings);
    const flag = (await save({ statusParam: 'is_chargeback', approve: ['1'] })).body.network.warnings;
    expect(flag).toEqual([
      'The general rules read is_chargeback=1 as a chargeback. With this dialect it pays the user at once.',
    ]);
  });

  test.each(READY_DIALECTS)('accepts the ready dialect “$name” without a warning', async ({ dialect }) => {
    const { status, body } = await save(dialect);
    expect([status, body.network.warnings]).toEqual([200, []]);
    for (const value of dialect.approve)
      expect(readEventStatus([{ [dialect.statusParam]: value }], 'install', dialect).kind).toBe('approved');
    for (const value of dialect.reverse)
      expect(readEventStatus([{ [dialect.statusParam]: value }], 'install', dialect).kind).toBe('reversed');
  });

  test.each([
    [
      { statusParam: 'p1', approve: ['1'] },
      'dialect.statusParam',
      'Visitors choose the value of “p1”. Use another name.',
    ],
    [{ statusParam: 'a b' }, 'dialect.statusParam', 'Use only letters, numbers, underscores, hyphens and dots'],
    [{ approve: ['1'] }, 'dialect.statusParam', 'Name the parameter with these values'],
    [{ statusParam: 's', approve: ['1'], pending: ['1'] }, 'dialect.statusParam', expect.any(String)],
    [{ statusParam: 'state', approve: ['OK'], pending: ['ok'] }, 'dialect.pending', 'A value has one meaning'],
    [{ statusParam: 'state', pending: ['1'], reverse: ['1'] }, 'dialect.reverse', 'A value has one meaning'],
    [{ statusParam: 'state', approve: [' '] }, 'dialect.approve.0', 'Enter a value'],
    [{ clickIdParam: 'status' }, 'dialect.clickIdParam', expect.stringContaining('speaks of a state')],
  ])('refuses %j', async (dialect, field, message) => {
    const { status, body } = await save(dialect);
    expect([status, body.errors?.[field]]).toEqual([400, message]);
  });
});
