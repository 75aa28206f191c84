import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  POSTBACK_VERDICTS,
  type PostbackAnswer,
  type PostbackExplanation,
  type PostbackVerdict,
} from '@muneem/contract/postbacks';
import { openAdminSession } from '#test/admin-session.ts';
import { createPostbackApp, type PostbackApp } from './postback-app.ts';

let app: PostbackApp;
let headers: { authorization: string };
beforeAll(async () => {
  app = await createPostbackApp({ REFERRAL_SHARE: '0.1' });
  ({ headers } = await openAdminSession(app));
});
afterAll(() => app.close());

const explain = async (payload: object): Promise<PostbackExplanation> => {
  const response = await app.http.fastify.inject({
    method: 'POST',
    url: '/api/inbound-postbacks/explain',
    headers,
    payload,
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const failedCheck = ({ checks }: PostbackExplanation) => checks.find(({ outcome }) => outcome === 'failed')?.check;
/** Everything that a postback may change. */
const state = () =>
  app.rows(
    `select (select count(*) from conversions) as conversions, (select count(*) from conversion_keys) as keys,
       (select count(*) from journals) as journals, (select sum(balance) from wallets) as coins,
       (select sum(approved) from event_day_counts) as caps, (select sum(conversions) from conversion_rollups) as rollups,
       (select count(*) from postback_deliveries) as deliveries, (select count(*) from conversion_addresses) as addresses,
       (select count(*) from conversion_reversals) as reversals,
       (select string_agg(status, ',' order by id) from clicks) as clicks`,
  );

const event = (eventName: string, more: object = {}) => ({
  eventName,
  eventPayout: 7,
  eventCap: 1000,
  isRequired: true,
  description: '',
  ...more,
});

interface Case {
  readonly code: PostbackVerdict;
  readonly check: string | undefined;
  /** Prepares the world. @returns the address that is explained first and sent then */
  url(): Promise<string>;
  readonly body?: string;
}

const address = (offerId: string, name: string, query: Record<string, string>) =>
  `/postback/${offerId}/${name}?${new URLSearchParams({ token: app.token, ...query }).toString()}`;
const visit = async (offerId: string) => app.click(offerId, await app.newUser());

const CASES: readonly Case[] = [
  {
    code: 'accepted',
    check: undefined,
    url: async () => {
      const id = await app.createOffer();
      return address(id, 'install', { click_id: await visit(id) });
    },
  },
  {
    code: 'accepted',
    check: undefined,
    url: async () => {
      const id = await app.createOffer();
      return `/postback?event=default&token=${app.token}&cid=${await visit(id)}`;
    },
  },
  {
    code: 'accepted',
    check: 'reward',
    url: async () => {
      const id = await app.createOffer();
      return address(id, 'install', { click_id: await app.click(id) });
    },
  },
  {
    code: 'duplicate',
    check: 'duplicate',
    url: async () => {
      const id = await app.createOffer();
      const click_id = await visit(id);
      await app.send(id, 'install', { click_id });
      return address(id, 'default', { click_id });
    },
  },
  {
    code: 'over_cap',
    check: 'cap',
    url: async () => {
      const id = await app.createOffer({ events: [event('install', { eventCap: 1 })] });
      await app.send(id, 'install', { click_id: await visit(id) });
      return address(id, 'install', { click_id: await visit(id) });
    },
  },
  {
    code: 'ip_blocked',
    check: 'address',
    url: async () => {
      const id = await app.createOffer({ ipBlock: 'active' });
      await app.send(id, 'install', { click_id: await visit(id) });
      return address(id, 'install', { click_id: await visit(id) });
    },
  },
  {
    code: 'offer_inactive',
    check: 'active',
    url: async () => {
      const id = await app.createOffer();
      const click_id = await visit(id);
      await app.updateOffer(id, { isActive: false });
      return address(id, 'install', { click_id });
    },
  },
  {
    code: 'reversed',
    check: undefined,
    url: async () => {
      const id = await app.createOffer();
      const click_id = await visit(id);
      await app.send(id, 'install', { click_id });
      return address(id, 'install', { click_id, reversed: '1' });
    },
  },
  {
    code: 'reversed',
    check: undefined,
    url: async () => {
      const id = await app.createOffer();
      return address(id, 'install', { click_id: await visit(id), status: 'rejected' });
    },
  },
  {
    code: 'malformed',
    check: 'direction',
    url: async () => {
      const id = await app.createOffer();
      return address(id, 'install', { click_id: await visit(id), reversed: 'maybe' });
    },
  },
  {
    code: 'malformed',
    check: 'event',
    url: async () =>
      `/postback?token=${app.token}&event=install&event=deposit&click_id=${await visit(await app.createOffer())}`,
  },
  { code: 'malformed', check: 'readable', url: async () => '/postback', body: '{"token":' },
  {
    code: 'click_missing',
    check: 'click_id',
    url: async () => address(await app.createOffer(), 'install', { click_id: '{click_id}' }),
  },
  {
    code: 'click_conflict',
    check: 'click_id',
    url: async () => {
      const id = await app.createOffer();
      return address(id, 'install', { click_id: await visit(id), cid: await visit(id) });
    },
  },
  {
    code: 'event_missing',
    check: 'event',
    url: async () => `/postback?token=${app.token}&click_id=${await visit(await app.createOffer())}`,
  },
  {
    code: 'bad_token',
    check: 'token',
    url: async () => {
      const id = await app.createOffer();
      return address(id, 'install', { click_id: await visit(id), token: 'wrong' });
    },
  },
  {
    code: 'bad_token',
    check: 'click_offer',
    url: async () => {
      await app.createOffer({ postbackToken: 'own-token-explained' });
      return `/postback?event=install&token=own-token-explained&click_id=${await visit(await app.createOffer())}`;
    },
  },
  {
    code: 'ip_not_allowed',
    check: 'sender',
    url: async () => {
      const id = await app.createOffer({ ipWhitelistSwitch: 'active', ipWhitelist: '203.0.113.5' });
      return address(id, 'install', { click_id: await visit(id) });
    },
  },
  {
    code: 'ip_not_allowed',
    check: 'sender',
    url: async () => {
      const id = await app.createOffer({ ipWhitelistSwitch: 'active', ipWhitelist: '203.0.113.5' });
      return `/postback?event=install&token=${app.token}&click_id=${await visit(id)}`;
    },
  },
  {
    code: 'click_unknown',
    check: 'click',
    url: async () => address(await app.createOffer(), 'install', { click_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
  },
  {
    code: 'click_unknown',
    check: 'click_id',
    url: async () => address(await app.createOffer(), 'install', { click_id: 'their-own-id' }),
  },
  {
    code: 'event_unknown',
    check: 'known_event',
    url: async () => {
      const id = await app.createOffer();
      return address(id, 'teleport', { click_id: await visit(id) });
    },
  },
  {
    code: 'event_unknown',
    check: 'known_event',
    url: async () => `/postback?event=teleport&token=${app.token}&click_id=${await visit(await app.createOffer())}`,
  },
  {
    code: 'offer_mismatch',
    check: 'click_offer',
    url: async () => {
      const id = await app.createOffer();
      return address(id, 'install', { click_id: await visit(await app.createOffer()) });
    },
  },
  {
    code: 'offer_mismatch',
    check: 'offer',
    url: async () => address('no-such-offer', 'install', { click_id: await visit(await app.createOffer()) }),
  },
];

const send = (url: string, body?: string) =>
  app.http.fastify.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    ...(body === undefined ? {} : { payload: body, headers: { 'content-type': 'application/json' } }),
  });
const SENDER = '127.0.0.1';

describe('explaining a postback', () => {
  test.each(
    CASES.map((entry, index) => ({ ...entry, name: `${index + 1}: ${entry.code} (${entry.check ?? 'all in order'})` })),
  )('says what the real way then does, without effect, $name', async ({ code, check, url: prepare, body }) => {
    const url = await prepare();
    // What was refused on the way here is logged beside its answer.
    await new Promise((resolve) => setTimeout(resolve, 80));
    const before = await state();
    const explained = await explain({ url: `https://rewards.example${url}`, body, ip: SENDER });
    expect(await state()).toEqual(before);
    expect([explained.verdict, failedCheck(explained)]).toEqual([code, check]);
    const real = await send(url, body);
    const answer = real.json<PostbackAnswer>();
    expect([explained.verdict, explained.httpStatus, explained.message]).toEqual([
      answer.code,
      real.statusCode,
      answer.message,
    ]);
  });

  test('covers every reason code but the one of a database that is away', () => {
    const covered = new Set(CASES.map(({ code }) => code));
    expect(Object.keys(POSTBACK_VERDICTS).filter((code) => !covered.has(code as PostbackVerdict))).toEqual([
      'not_stored',
    ]);
  });

  test('names the reward, the referral, the rupees and what each check looked at', async () => {
    const offerId = await app.createOffer({
      title: 'Rummy',
      events: [event('install', { eventPayout: 50, eventCap: 3 })],
    });
    const referralCode = `X${crypto.randomUUID().slice(0, 10)}`;
    await app.newUser({ referralCode });
    const clickId = await app.click(offerId, await app.newUser({ usedReferralCode: referralCode }));
    const explained = await explain({ url: address(offerId, 'default', { click_id: clickId }) });
    expect(explained).toMatchObject({
      coins: 50,
      referralCoins: 5,
      payout: 55,
      offerTitle: 'Rummy',
      clickId,
      event: 'default',
    });
    const details = Object.fromEntries(explained.checks.map(({ check, detail }) => [check, detail]));
    expect(details).toMatchObject({
      offer: 'Rummy',
      known_event: '“default” means install',
      cap: '0 of 3 approved today',
      reward: '50 coins to the user and 5 to the referrer',
    });
  });

  test('takes a logged postback, whose token was compared when it came', async () => {
    const offerId = await app.createOffer();
    const clickId = await visit(offerId);
    await app.send(offerId, 'teleport', { click_id: clickId });
    await app.send(offerId, 'install', { click_id: clickId, token: 'wrong' });
    await app.logged(clickId).toEqual(['event_unknown', 'bad_token']);
    const rows = await app.rows<{ id: string }>('select id from postback_log where click_id = $1 order by id', [
      clickId,
    ]);
    const answers = await Promise.all(rows.map(({ id }) => explain({ postbackId: id })));
    expect(answers.map(({ verdict }) => verdict)).toEqual(['event_unknown', 'bad_token']);
    await app.logged(clickId).toEqual(['event_unknown', 'bad_token']);
  });

  test('refuses what is no postback, and a log entry that is none', async () => {
    const call = (payload: object) =>
      app.http.fastify.inject({ method: 'POST', url: '/api/inbound-postbacks/explain', headers, payload });
    for (const payload of [
      {},
      { url: '' },
      { url: 'https://example.com/track/1' },
      { url: '/postback/%E0%A4/install' },
    ])
      expect((await call(payload)).statusCode, JSON.stringify(payload)).toBe(400);
    expect((await call({ postbackId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).statusCode).toBe(404);
  });
});
