import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AD_NETWORK_ADDRESS, addressOfVisit } from '@muneem/sandbox/crowd';
import { encodeCityDatabase, writeDemoCities } from '@muneem/sandbox/geo';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from '#platform/config/index.ts';
import { openLocations, type FindLocation } from '#platform/geo/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createTestApp } from '#test/test-app.ts';

const logger = createLogger('silent');
const folder = await mkdtemp(join(tmpdir(), 'muneem-locations-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(name: string, content: Buffer | string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

const PUNE = { city: 'Pune', state: 'Maharashtra', country: 'India' };
const content = encodeCityDatabase([
  { network: '203.0.113.0/25', ...PUNE },
  { network: '203.0.113.128/26', city: 'Kochi', state: 'Kerala', country: 'India' },
  { network: '198.51.100.7/32', country: 'India' },
  { network: '2001:db8:4000::/35', ...PUNE },
  { network: '192.0.2.0/24', city: `Ci\0ty,\n${'x'.repeat(300)}`, state: 'St\ud800te' },
]);

test('finds an IP address in the longest matching network, IPv4 and IPv6', async () => {
  const find = await openLocations(await written('city.mmdb', content), logger);
  expect(find('203.0.113.1')).toEqual(PUNE);
  expect(find('203.0.113.127')).toEqual(PUNE);
  expect(find('203.0.113.129')).toEqual({ city: 'Kochi', state: 'Kerala', country: 'India' });
  expect(find('198.51.100.7')).toEqual({ city: null, state: null, country: 'India' });
  expect(find('2001:db8:5abc::1')).toEqual(PUNE);
  for (const unknown of ['203.0.113.193', '198.51.100.8', '2001:db8:6000::1', '::1', '127.0.0.1', null])
    expect(find(unknown)).toBeNull();
});

test('cuts a name to a hundred characters, without commas and characters that cannot be stored', async () => {
  const find = await openLocations(await written('names.mmdb', content), logger);
  expect(find('192.0.2.1')).toEqual({ city: `Ci ty ${'x'.repeat(94)}`, state: 'St\ufffdte', country: null });
});

test('locations every user of the demo in a city of India, and its ad network nowhere', async () => {
  const file = join(folder, 'demo.mmdb');
  await writeDemoCities(file);
  const find = await openLocations(file, logger);
  const cities = new Set<string | null | undefined>();
  for (let person = 1; person <= 3_000; person += 1) {
    for (const chance of [0, 0.99]) {
      const location = find(addressOfVisit(person, chance));
      expect(location, String(person)).toMatchObject({ state: expect.any(String), country: 'India' });
      cities.add(location?.city);
    }
  }
  expect(cities.size).toBe(12);
  expect(find(AD_NETWORK_ADDRESS)).toBeNull();
});

test('finds no location without a file', async () => {
  expect((await openLocations(undefined, logger))('203.0.113.1')).toBeNull();
});

test('stops the start with one line when the file is missing, damaged or of another kind', async () => {
  const wanted = 'GEO_DB must be a City database in the MaxMind format (.mmdb)';
  const refusal = async (file: string): Promise<string> => {
    const error: unknown = await openLocations(file, logger).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  };
  expect(await refusal(join(folder, 'nowhere.mmdb'))).toMatch(/^GEO_DB cannot be read: ENOENT: [^\n]+$/);
  expect(await refusal(folder)).toMatch(/^GEO_DB cannot be read: EISDIR: [^\n]+$/);
  for (const [name, bytes] of [
    ['empty', ''],
    ['text', 'city,state,country\n'.repeat(5_000)],
    ['cut', content.subarray(0, content.length - 200)],
    ['tail', content.subarray(-150)],
  ] as const)
    expect(await refusal(await written(name, bytes)), name).toBe(
      `${wanted}; this file has another format or is damaged`,
    );
  const asn = encodeCityDatabase([{ network: '203.0.113.0/24', country: 'India' }], 'GeoLite2-ASN');
  expect(await refusal(await written('asn.mmdb', asn))).toBe(`${wanted}, not GeoLite2-ASN`);
  await expect(createTestApp({ GEO_DB: join(folder, 'nowhere.mmdb') })).rejects.toThrow('GEO_DB cannot be read');
});

test('returns nothing or a location from a damaged database, and never throws', async () => {
  const end = content.lastIndexOf('MaxMind.com') - 3;
  for (let round = 0; round < 200; round += 1) {
    const damaged = Buffer.from(content);
    for (let hit = 0; hit < 20; hit += 1) damaged[(round * 7919 + hit * 104_729) % end] = (round * 31 + hit * 17) % 256;
    const find: FindLocation = await openLocations(await written('damaged.mmdb', damaged), logger);
    for (const address of ['203.0.113.1', '203.0.113.129', '198.51.100.7', '2001:db8:5abc::1', '::', '255.255.255.255'])
      expect(() => find(address)).not.toThrow();
  }
});
