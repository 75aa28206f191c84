import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSite, type Site } from '../web-kit/index.ts';
import { startPayoutProvider, type PayoutProvider } from './index.ts';

const KEY = 'a-key-for-tests';
let provider: PayoutProvider;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muneem-provider-'));
  provider = await startPayoutProvider({
    apiKey: KEY,
    bookFile: join(folder, 'book.jsonl'),
    openingBalanceRupees: 1_000,
  });
});
afterEach(async () => {
  await provider.close();
  await rm(folder, { recursive: true });
});

function post(path: string, body: unknown, key = KEY): Promise<Response> {
  return fetch(provider.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(2_000),
  });
}
const pay = (reference: string, more: object = {}): Promise<Response> =>
  post('/client/initiatepayout', {
    amount: 12.5,
    payment_mode: 'UPI',
    reference_id: reference,
    beneficiaryName: 'Asha',
    upi: 'asha@okaxis',
    transcation_note: 'Reward',
    ...more,
  });

test('answers a payout in Bulkpe’s format and books it as paid', async () => {
  const answer = await (await pay('w-1')).json();
  expect(answer).toEqual({
    status: true,
    statusCode: 200,
    message: 'Payout request received',
    data: expect.objectContaining({
      amount: 12.5,
      payment_mode: 'UPI',
      status: 'SUCCESS',
      transcation_id: 'TXN000000001',
    }),
  });
  expect(provider.book.summary()).toMatchObject({ paid: 1, paidPaise: 1_250, balancePaise: 98_750 });
  const balance = await fetch(`${provider.url}/client/fetchBalance`, { headers: { authorization: `Bearer ${KEY}` } });
  expect(await balance.json()).toMatchObject({ status: true, data: { Balance: 987.5 } });
});

test('pays a reference once and rejects its repeat', async () => {
  await pay('w-1');
  const second = await pay('w-1');
  expect(second.status).toBe(400);
  expect(provider.book.summary()).toMatchObject({ paid: 1, refusedDuplicates: 1, doublePayouts: 0 });
});

test('rejects a wrong key, a wrong amount and a wrong account', async () => {
  expect(await (await post('/client/initiatepayout', {}, 'other')).json()).toMatchObject({
    statusCode: 401,
    message: "You Don't Have Access",
  });
  for (const wrong of [
    { amount: '12' },
    { amount: 0 },
    { amount: 0.001 },
    { upi: 'a@b@c' },
    { payment_mode: 'IMPS', account_number: '123456789', ifsc: 'hdfc0000123' },
  ]) {
    expect(await (await pay('w-1', wrong)).json(), JSON.stringify(wrong)).toMatchObject({
      status: false,
      statusCode: 400,
    });
  }
  expect(provider.book.summary().transfers).toBe(0);
});

test('changes PENDING to SUCCESS, sends a webhook, and answers look-ups by either id', async () => {
  const heard: unknown[] = [];
  const listener: Site = await startSite({ 'POST /hook': ({ body }) => (heard.push(body), { json: {} }) });
  provider.webhooks.set({ url: `${listener.url}/hook`, copies: 2, delayMs: 1 });
  provider.faults.set([{ fault: 'pending', delayMs: 30 }]);
  expect(await (await pay('w-1')).json()).toMatchObject({ data: { status: 'PENDING' } });
  await vi.waitFor(() => expect(heard).toHaveLength(4), 10_000);
  const success = { reference_id: 'w-1', trx_status: 'SUCCESS', amount: 12.5, utr: expect.stringMatching(/^\d{12}$/) };
  // Each webhook has its own connection, so a later one may arrive first.
  const successes = heard.filter((body) => (body as { data: { trx_status: string } }).data.trx_status === 'SUCCESS');
  expect(successes).toMatchObject([{ data: success }, { data: success }]);
  for (const name of [{ reference_id: 'w-1' }, { transcation_id: 'TXN000000001' }]) {
    expect(await (await post('/client/fetchStatus', name)).json()).toMatchObject({
      data: { status: 'SUCCESS', amount: 12.5 },
    });
  }
  await listener.close();
});

test('delivers the earlier status last when webhooks are reordered', async () => {
  const heard: unknown[] = [];
  const listener = await startSite({
    'POST /hook': ({ body }) => (heard.push((body as { data: { trx_status: string } }).data.trx_status), { json: {} }),
  });
  provider.webhooks.set({ url: `${listener.url}/hook`, reordered: true, delayMs: 1 });
  provider.faults.set([{ fault: 'pending', delayMs: 20 }]);
  await pay('w-1');
  await vi.waitFor(() => expect(heard).toEqual(['SUCCESS', 'PENDING']), 10_000);
  await listener.close();
});

test('keeps its book over a restart', async () => {
  await pay('w-1');
  await provider.close();
  provider = await startPayoutProvider({
    apiKey: KEY,
    bookFile: join(folder, 'book.jsonl'),
    openingBalanceRupees: 1_000,
  });
  await pay('w-1');
  expect(provider.book.summary()).toMatchObject({ paid: 1, refusedDuplicates: 1, balancePaise: 98_750 });
  expect(await (await post('/client/accountStatement', { page: 1, limit: 10 })).json()).toMatchObject({
    data: [{ reference_id: 'w-1' }],
  });
});

test('switches faults over HTTP and on the page', async () => {
  const rules = await fetch(`${provider.url}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '[{"fault":"http_503","times":1}]',
  });
  expect(await rules.json()).toEqual([{ fault: 'http_503', times: 1 }]);
  expect(await (await fetch(provider.url)).text()).toContain('books nothing, answers 503 (1 left)');
  expect((await pay('w-1')).status).toBe(503);
  await fetch(`${provider.url}/sandbox/faults/form`, {
    method: 'POST',
    body: new URLSearchParams({ fault: 'refuse', call: 'initiatepayout', times: '' }),
  });
  expect((await pay('w-1')).status).toBe(400);
  const bad = await fetch(`${provider.url}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '[{"fault":"unheard_of"}]',
  });
  expect(bad.status).toBe(400);
});
