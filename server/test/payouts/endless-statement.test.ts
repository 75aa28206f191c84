import { expect, test } from 'vitest';
import { createOperatorProvider } from '#features/payouts/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import { createTestApp } from '#test/test-app.ts';

const { config, database } = await createTestApp();

test('says that older rows are unread when a statement does not end', { timeout: 120_000 }, async () => {
  const row = {
    transcation_id: 'T1',
    amount: 1,
    createdAt: new Date().toISOString(),
    type: 'Credit',
    status: 'FAILED',
  };
  const body = JSON.stringify({ status: true, data: Array.from({ length: 100 }, () => row) });
  let pages = 0;
  const http: OutboundHttp = {
    mayCall: () => true,
    send: () => {
      pages += 1;
      return Promise.resolve({ kind: 'answer', status: 200, headers: {}, body, truncated: false, ms: 1 });
    },
    close: () => Promise.resolve(),
  };
  const provider = createOperatorProvider({ config, database, http, hashKey: 'x'.repeat(64), apiKey: () => 'key' });
  const transfers = await provider.listUnknownTransfers(new Date());
  expect(transfers).toEqual({ known: true, entries: [], unread: [expect.stringMatching(/more than 5000 pages/)] });
  expect(pages).toBe(5_000);
});
