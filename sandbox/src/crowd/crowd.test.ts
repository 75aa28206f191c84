import { expect, test, vi } from 'vitest';
import { startSite } from '../web-kit/index.ts';
import { createPlatformClient } from '../product/index.ts';
import { homeAddress } from './addresses.ts';
import { makePerson, numberOfPerson, startCrowd } from './index.ts';

test('lets users join, follow links and request withdrawals, up to the limits', async () => {
  const paths: string[] = [];
  const noted = (path: string, json: unknown): { json: unknown } => (paths.push(path), { json });
  const product = await startSite({
    'POST /api/platform/users': ({ path }) => noted(path, {}),
    'GET /api/platform/users/*': () => ({ json: { user: { coins: 200 } } }),
    'POST /api/platform/withdrawals': ({ path }) => noted(path, {}),
    'POST /api/platform/offer-claims': ({ path }) => noted(path, {}),
    'POST /api/users/*': ({ path }) => noted(path, {}),
    'GET /track/*': ({ query }) => (
      paths.push('/track'),
      { redirect: `${product.url}/land?click_id=${query.get('uid')}` }
    ),
    'GET /land': () => ({ text: '' }),
  });
  const crowd = startCrowd({
    productUrl: product.url,
    platform: createPlatformClient({ url: product.url, key: 'k' }),
    offerIds: ['o1'],
    people: 1,
    actsPerSecond: 500,
    limits: { people: 4, clicks: 20, withdrawals: 3, claims: 2, problems: 1 },
  });
  await vi.waitFor(
    () =>
      expect(crowd.counts()).toEqual({
        people: 4,
        clicks: 20,
        withdrawals: 3,
        claims: 2,
        problems: 1,
        refused: 0,
        failures: 0,
      }),
    { timeout: 10_000 },
  );
  await crowd.stop();
  expect(paths.filter((path) => path === '/track')).toHaveLength(20);
  expect(paths.filter((path) => path === '/api/platform/users')).toHaveLength(3);
  await product.close();
});

test('derives the same person from the same number', () => {
  expect(makePerson(7)).toEqual(makePerson(7));
  expect(numberOfPerson(makePerson(7).uid)).toBe(7);
  expect(new Set(Array.from({ length: 500 }, (_, number) => makePerson(number).email)).size).toBe(500);
});

test('gives one shared IP address to five of three hundred people', () => {
  const people = Map.groupBy(
    Array.from({ length: 300 }, (_, number) => number + 1),
    homeAddress,
  );
  const crowded = [...people.values()].filter(({ length }) => length > 1);
  expect(crowded).toEqual([[16, 64, 112, 160, 256]]);
});
