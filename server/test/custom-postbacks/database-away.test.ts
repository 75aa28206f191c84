import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createDeliveryApp } from './delivery-app.ts';
import { startTarget } from './tracking-target.ts';

const target = await startTarget();
const app = await createDeliveryApp({}, { withLine: true });
await app.start();

test('stores call outcomes after a database outage without calling again, and sends new deliveries', async () => {
  const offerId = await app.createOffer();
  const { _id } = await app.addActive(offerId, { postbackUrl: target.url, timeout: 60_000 });
  const underWay: ServerResponse[] = [];
  target.behave((_call, response) => void underWay.push(response));
  for (let index = 0; index < 3; index += 1) await app.convert(offerId);
  await expect.poll(() => underWay.length, { timeout: 30_000 }).toBe(3);
  await app.line?.cut();
  for (const response of underWay) response.end('ok');
  target.behave((_call, response) => void response.end('ok'));
  const failed = [
    'results of deliveries could not be written; trying again',
    'deliveries could not be claimed; trying again',
  ];
  await expect.poll(() => app.warnings, { timeout: 30_000 }).toEqual(expect.arrayContaining(failed));
  await app.line?.mend();
  await app.convert(offerId);

  const statuses = async () => (await app.deliveries(offerId)).map(({ status }) => status);
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(Array(4).fill('delivered'));
  expect(target.calls).toHaveLength(4);
  expect(new Set(target.deliveries).size).toBe(4);
  expect((await app.deliveries(offerId)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1]);
  expect((await app.getPostback(_id)).statistics).toMatchObject({ totalFired: 4, successCount: 4, errorCount: 0 });
});
