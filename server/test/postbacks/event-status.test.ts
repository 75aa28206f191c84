import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { event } from '#test/builders/events.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp();
const offerId = await app.createOffer({ events: [event('install', 30)] });

interface Sent {
  /** After token and click id. */
  readonly query?: string;
  readonly json?: object | string;
  readonly type?: string;
}

/** Sends the first postback of a new click. @returns its code and the coins of the user */
async function send({ query = '', json, type = 'application/json' }: Sent): Promise<[string, number]> {
  const { uid, clickId } = await app.newVisit(offerId);
  const url = `/postback/${offerId}/install?token=${app.token}&click_id=${clickId}${query}`;
  const { fastify } = app.http;
  const response =
    json === undefined
      ? await fastify.inject(url)
      : await fastify.inject({
          method: 'POST',
          url,
          headers: { 'content-type': type },
          payload: typeof json === 'string' ? json : JSON.stringify(json),
        });
  return [response.json<{ code: string }>().code, await app.balance(uid)];
}

test.each<Sent>([
  {},
  { query: '&payout=5&amount=0' },
  { query: '&sale=0.00&lead=7&reward=0&goal=0&deposit=false&is_registration=0' },
  { query: '&reversed=0&chargeback=no&is_chargeback=False' },
  { query: '&status=approved&conversion_status=1' },
  { json: { status: 'Success' } },
  { json: { status: 200, reversed: false } },
  { json: { data: { success: true }, error: null } },
  { json: '{"status":"approved"}', type: 'application/x-www-form-urlencoded' },
  { json: '\uFEFF{"status":"paid"}' },
  { json: 'status=confirmed\r\n', type: 'text/plain' },
])('an event is paid with %j', async (sent) => {
  expect(await send(sent)).toEqual(['accepted', 30]);
});

test.each<Sent>([
  { query: '&status=pending' },
  { query: '&status=ON-HOLD' },
  { query: '&conversion_status=failed' },
  { query: '&status=0' },
  { query: '&status=2' },
  { query: '&status=lead' },
  { query: '&status=appr%00oved' },
  { query: '&status=a+word+that+no+network+has+ever+sent+to+anyone' },
  { query: '&status=approved&conversion_status=pending' },
  { json: { status: 'new' } },
  { query: '&status=' },
  { query: '&status={status}' },
  { query: '&status=-1' },
  { query: '&payout=-5' },
  { query: '&Status=hold' },
  { query: '&success=0' },
  { query: '&data[status]=2' },
  { query: '&reversed=perhaps' },
  { query: '&event=chargeback' },
  { query: '&status=approved&Status=rejected' },
  { query: '&status=approved', json: { status: 'rejected' } },
  { query: '&test=perhaps' },
  { json: { status: null } },
  { json: { status: { code: 'rejected' } } },
  { json: { data: { payout: '-5.00' } } },
  { query: '&lead=0' },
  { json: { is_conversion: false } },
  { json: { data: { reward: 'no' } } },
  { query: `&data=${encodeURIComponent(encodeURIComponent(encodeURIComponent('{"approved":0}')))}` },
])('an event is pending with %j, because it does not surely approve', async (sent) => {
  expect(await send(sent)).toEqual(['pending', 0]);
});

test.each<Sent>([
  ...'reversed reversal rejected reject declined denied disapproved invalid fraud cancelled canceled cancel refunded void'
    .split(' ')
    .map((word) => ({ query: `&status=${word}` })),
  { query: '&status=Charged_Back' },
  { query: '&status=charge+back' },
  { query: '&conversion_status=VOIDED' },
  { query: '&reversed=yes' },
  { query: '&chargeback=true&status=approved' },
  { query: '&status=pending&is_chargeback=1' },
  { query: '&status=approved&conversion_status=rejected' },
  { json: { status: ['rejected'] } },
  { query: '&STATUS=Rejected' },
  { query: '&data[conversion-status]=rejected' },
  { json: { status: [['rejected']] } },
  { json: { data: { status: 'rejected' } } },
  { json: { status: 'rejected' }, type: 'application/x-www-form-urlencoded' },
  { json: { status: 'rejected' }, type: 'text/plain' },
  { json: 'status=rejected\r\n', type: 'text/plain' },
  { json: '\uFEFF{"status":"rejected"}' },
  { json: 'lead=7\r\nstatus=rejected', type: 'application/x-www-form-urlencoded' },
])('an event is reversed with %j', async (sent) => {
  expect(await send(sent)).toEqual(['reversed', 0]);
});

test.each<Sent>([
  { query: '&reversed=1&reversed=0' },
  { query: '&status=approved&status=rejected' },
  { query: '&status=pending&status=approved' },
  { json: { status: ['approved', 'rejected'] } },
  { json: '{"status":"rejected","status":"approved"}' },
  { json: '{"data":{"a":1,"\\u0061":2}}' },
  { json: '{"status":"rejected"', type: 'text/plain' },
  { json: 'status: rejected', type: 'text/plain' },
  { json: '<status>rejected</status>', type: 'text/xml' },
  {
    json: '--x\r\nContent-Disposition: form-data; name="status"\r\n\r\nrejected\r\n--x--\r\n',
    type: 'multipart/form-data; boundary=x',
  },
  {
    json: '--=x\r\nContent-Disposition: form-data; name="status"\r\n\r\nrejected\r\n--=x--\r\n',
    type: 'multipart/form-data; boundary="=x"',
  },
  { json: 'lead=7\r\nstatus=rejected', type: 'text/plain' },
])('an event is neither paid nor reversed with %j, and the postback is malformed', async (sent) => {
  expect(await send(sent)).toEqual(['malformed', 0]);
});

test.each<Sent>([
  { query: '&test=1' },
  { query: '&is_debug=true' },
  { json: { meta: { test: true }, status: 'approved' } },
])('a test with %j is answered 200, logged, and records nothing', async (sent) => {
  expect(await send(sent)).toEqual(['test', 0]);
});

test('an event is not paid if its body is compressed, because the body is not read', async () => {
  const clickId = await app.click(offerId, await app.newUser());
  const answer = await app.http.fastify.inject({
    method: 'POST',
    url: `/postback/${offerId}/install?token=${app.token}&click_id=${clickId}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' },
    payload: gzipSync('status=rejected'),
  });
  expect(answer.json()).toMatchObject({ code: 'malformed' });
  expect(await app.conversionsOf(clickId)).toEqual([]);
});
