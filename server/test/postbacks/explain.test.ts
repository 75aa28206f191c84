import { describe, expect, test } from 'vitest';
import {
  POSTBACK_VERDICTS,
  type PostbackAnswer,
  type PostbackExplanation,
  type PostbackVerdict,
} from '@muneem/contract/postbacks';
import { event } from '#test/builders/events.ts';
import { address, EXPLAIN_CASES, visit } from './explain-cases.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp({ REFERRAL_SHARE: '0.1' });

const explain = (payload: object) => app.must<PostbackExplanation>('POST', '/api/inbound-postbacks/explain', payload);
const failedCheck = ({ checks }: PostbackExplanation) => checks.find(({ outcome }) => outcome === 'failed')?.check;
/** Everything that a postback may change. */
const state = () =>
  app.rows(
    `select (select count(*) from conversions) as conversions, (select count(*) from conversion_keys) as keys,
       (select count(*) from journals) as journals, (select sum(balance) from wallets) as coins,
       (select sum(approved) from event_day_counts) as caps, (select sum(conversions) from conversion_changes) as sums,
       (select count(*) from postback_deliveries) as deliveries, (select count(*) from conversion_addresses) as addresses,
       (select count(*) from conversion_reversals) as reversals,
       (select string_agg(status, ',' order by id) from clicks) as clicks`,
  );

const TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json' };
const send = (url: string, body?: string, as: keyof typeof TYPES = 'json') =>
  app.http.fastify.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    ...(body === undefined ? {} : { payload: body, headers: { 'content-type': TYPES[as] } }),
  });
/** The same postback with its parameters in the body. */
function inBody(url: string, as: keyof typeof TYPES): { url: string; body: string } {
  const [path = '', query = ''] = url.split('?');
  return { url: path, body: as === 'form' ? query : JSON.stringify(Object.fromEntries(new URLSearchParams(query))) };
}
const SENDER = '127.0.0.1';

describe('explaining a postback', () => {
  test.each(
    EXPLAIN_CASES.map((entry, index) => ({
      ...entry,
      name: `${index + 1}: ${entry.code} (${entry.check ?? 'all in order'}${entry.as ? `, ${entry.as}` : ''})`,
    })),
  )(
    'predicts the real outcome without side effects, $name',
    async ({ code, check, detail, url: prepare, as, ...given }) => {
      const prepared = await prepare(app);
      const { url, body } = as ? inBody(prepared, as) : { url: prepared, body: given.body };
      const before = await state();
      const explained = await explain({ url: `https://rewards.example${url}`, body, ip: SENDER });
      expect(await state()).toEqual(before);
      expect([explained.verdict, failedCheck(explained)]).toEqual([code, check]);
      if (detail) expect(explained.checks.find(({ outcome }) => outcome === 'failed')?.detail).toMatch(detail);
      const addressDetail = explained.checks.find(({ check: name }) => name === 'address')?.detail ?? null;
      expect(addressDetail !== null).toBe(code === 'ip_blocked');
      const real = await send(url, body, as);
      const answer = real.json<PostbackAnswer>();
      expect([explained.verdict, explained.httpStatus, explained.message]).toEqual([
        answer.code,
        real.statusCode,
        answer.message,
      ]);
    },
  );

  test('covers every reason code except the one for a database outage', () => {
    const covered = new Set(EXPLAIN_CASES.map(({ code }) => code));
    expect(Object.keys(POSTBACK_VERDICTS).filter((code) => !covered.has(code as PostbackVerdict))).toEqual([
      'not_stored',
    ]);
  });

  test('shows the reward, the referral, the rupees and the input of each check', async () => {
    const offerId = await app.createOffer({
      title: 'Rummy',
      events: [event('install', 7, { eventPayout: 50, eventCap: 3 })],
    });
    const referralCode = `X${crypto.randomUUID().slice(0, 10)}`;
    await app.newUser({ referralCode });
    const clickId = await app.click(offerId, await app.newUser({ usedReferralCode: referralCode }));
    const explained = await explain({ url: address(app, offerId, 'default', { click_id: clickId }) });
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

  test('explains a logged postback, whose token was checked on arrival', async () => {
    const offerId = await app.createOffer();
    const clickId = await visit(app, offerId);
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

  test('names the failed check of a logged postback, and says when one is unreadable', async () => {
    const offerId = await app.createOffer();
    const clickId = await visit(app, offerId);
    await app.send(offerId, 'install', { click_id: clickId, test: '1' });
    await send(`/postback?token=${app.token}&event=install&event=deposit&click_id=${clickId}`);
    await send(`/postback?token=${app.token}&click_id=${clickId}`, '{"event":');
    await app.logged(clickId).toEqual(['test', 'malformed', 'malformed']);
    const rows = await app.rows<{ id: string }>('select id from postback_log where click_id = $1 order by id', [
      clickId,
    ]);
    const answers = await Promise.all(rows.map(({ id }) => explain({ postbackId: id })));
    expect(answers.map(failedCheck).toSorted()).toEqual(['direction', 'event', 'readable']);
  });

  test('rejects a URL that is not a postback, and an unknown log entry', async () => {
    const call = (payload: object) => app.call('POST', '/api/inbound-postbacks/explain', payload);
    for (const payload of [
      {},
      { url: '' },
      { url: 'https://example.com/track/1' },
      { url: '/postback/%E0%A4/install' },
    ])
      expect((await call(payload)).status, JSON.stringify(payload)).toBe(400);
    expect((await call({ postbackId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).status).toBe(404);
    const url = address(app, await app.createOffer(), 'install', { click_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' });
    for (const ip of ['203.0.113.5:443', '203.0.113.5, 198.51.100.9', 'fe80::1%eth0', '300.1.1.1', '']) {
      expect(await call({ url, ip }), ip).toMatchObject({
        status: 400,
        body: { errors: { ip: 'Enter one IPv4 or IPv6 address, without a port' } },
      });
    }
    for (const ip of ['203.0.113.5', '2001:db8::5', '::ffff:203.0.113.5'])
      expect((await explain({ url, ip })).verdict, ip).toBe('click_unknown');
  });
});
