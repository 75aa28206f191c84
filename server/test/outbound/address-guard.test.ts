import { afterAll, describe, expect, test } from 'vitest';
import { createOutboundHttp } from '#platform/outbound-http/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createDeliveryApp } from '#test/custom-postbacks/delivery-app.ts';
import { startTarget } from '#test/custom-postbacks/tracking-target.ts';
import { askStatus } from '#features/smart-poll/ask-status.ts';
import { createTestProvider, PROVIDER_NAMES } from '#test/payouts/test-provider.ts';
import { FORMS, REBOUND } from './address-forms.ts';
import { LOCALHOST, nameServer } from './name-server.ts';
import { setTrap } from './trap.ts';

/** Resolves some names to internal addresses, and knows no other name but localhost. */
const resolveName = nameServer({ ...REBOUND, ...LOCALHOST });

const trap = await setTrap();
const app = await createDeliveryApp({ EGRESS_ALLOW: '', POSTBACK_RETRY_DELAYS_S: '0' }, { resolveName });
afterAll(trap.close);

const urlOf = (form: string): string => `http://${form}:${trap.port}/path?c={click_id}`;
const http = createOutboundHttp({ allow: [], resolve: resolveName });
const open = createOutboundHttp({ allow: ['0.0.0.0/0', '::/0'], resolve: resolveName });
afterAll(() => Promise.all([http.close(), open.close()]));

test('covers more than 450 forms, and reaches the trap when every address is allowed', async () => {
  expect(new Set(FORMS).size).toBeGreaterThanOrEqual(450);
  for (const form of ['127.0.0.1', '2130706433', '[::1]', 'inside.example', 'localhost'])
    await open.send({ url: urlOf(form), method: 'GET', timeoutMs: 2_000 });
  expect(trap.connections).toBe(trap.ipv6 ? 5 : 4);
  trap.connections = 0;
});

describe('internal addresses are blocked for', () => {
  test('the HTTP client', async () => {
    const results = await Promise.all(
      FORMS.map(async (form) => ({ form, result: await http.send({ url: urlOf(form), method: 'GET' }) })),
    );
    for (const { form, result } of results)
      expect(result, form).toMatchObject({ kind: 'not_sent', reason: 'address_refused' });
    expect(trap.connections).toBe(0);
  });

  test('a delivery', async () => {
    const offerId = await app.createOffer();
    await store(offerId, 'active');
    await app.rows(
      `insert into postback_deliveries (custom_postback_id, conversion_id, priority, macros)
       select id, 'cnv_' || id, 1, '{"click_id":"C","event_name":"install"}' from custom_postbacks where offer_id = $1`,
      [offerId],
    );
    await app.start();
    await expect
      .poll(() => app.rows("select 1 from postback_deliveries where status in ('waiting', 'sending') limit 1"), {
        timeout: 90_000,
      })
      .toEqual([]);
    const ends = await app.rows<{ status: string; error: string; ends: number }>(
      'select d.status, a.error, count(*) as ends from postback_deliveries d join postback_attempts a on a.delivery_id = d.id group by 1, 2',
    );
    expect(ends.every((end) => end.status === 'exhausted')).toBe(true);
    expect(ends.reduce((sum, { ends: count }) => sum + count, 0)).toBe(FORMS.length);
    expect(ends.map(({ error }) => error)).toEqual(['address_refused']);
    expect(trap.connections).toBe(0);
  });

  test('the Test button', async () => {
    const offerId = await app.createOffer();
    const ids = await store(offerId, 'testing');
    let headers = {};
    for (const [index, id] of ids.entries()) {
      // One session may press Test 30 times a minute.
      if (index % 30 === 0) ({ headers } = await openAdminSession(app, `admin${index}@example.com`));
      expect(await app.must('POST', `/api/custom-postbacks/${id}/test`, {}, { headers })).toMatchObject({
        testResult: { success: false, statusCode: null, response: '' },
      });
    }
    expect(trap.connections).toBe(0);
  });

  test.each(PROVIDER_NAMES)('a payout, its look-up, the balance and the statement of %s', async (name) => {
    const order = {
      referenceId: 'wdr_1',
      amountPaise: 100,
      mode: 'UPI',
      beneficiaryName: 'Asha',
      destination: { upiId: 'asha@okicici', accountNumber: null, ifscCode: null },
    };
    for (const form of FORMS) {
      const provider = createTestProvider(name, { http, baseUrl: `http://${form}:${trap.port}`, apiKey: 'key:secret' });
      const outcome = await provider.initiate(order as unknown as Parameters<typeof provider.initiate>[0]);
      expect(outcome.kind, form).toBe('not_sent');
      const lookup = await provider.lookup(order as unknown as Parameters<typeof provider.lookup>[0]);
      expect(lookup.kind, form).toBe('unknown');
      expect((await provider.balance()).known, form).toBe(false);
      expect((await provider.statement({ from: new Date(0), until: new Date(), page: 1 })).known, form).toBe(false);
    }
    expect(trap.connections).toBe(0);
  });

  test('a smart poll', async () => {
    const click = { clickId: '', idParams: [] };
    for (const form of FORMS) expect((await askStatus(http, urlOf(form), click)).httpStatus, form).toBeNull();
    expect(trap.connections).toBe(0);
  });

  /** Written directly to the database: saving would refuse the forms that it recognises. */
  async function store(offerId: string, postbackStatus: string): Promise<string[]> {
    const rows = await app.rows<{ id: string }>(
      `insert into custom_postbacks (id, offer_id, company_name, company_id, event_id, postback_url, target, retry_count, timeout_ms, status)
       select 'cpb_' || $3 || i, $1, 'c', 'c', e.id, url, 'target-' || i, 0, 5000, $3
       from unnest($2::text[]) with ordinality as f (url, i) join offer_events e on e.offer_id = $1 and e.name = 'install'
       returning id`,
      [offerId, FORMS.map(urlOf), postbackStatus],
    );
    return rows.map(({ id }) => id);
  }
});

describe('DNS rebinding', () => {
  test('calls a name with an internal and an allowed address only at the allowed one', async () => {
    const target = await startTarget();
    const { port } = new URL(target.url);
    const mixed = createOutboundHttp({
      allow: ['127.0.0.1/32'],
      resolve: (_name, _options, callback) =>
        callback(null, [
          { address: '127.0.0.2', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]),
    });
    trap.connections = 0;
    expect(await mixed.send({ url: `http://mixed.example:${port}/`, method: 'GET' })).toMatchObject({ status: 200 });
    expect(await mixed.send({ url: `http://127.0.0.2:${trap.port}/`, method: 'GET' })).toMatchObject({
      reason: 'address_refused',
    });
    expect(trap.connections).toBe(0);
    await mixed.close();
  });
});
