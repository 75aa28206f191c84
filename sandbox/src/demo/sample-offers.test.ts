import { inflateSync } from 'node:zlib';
import { offerInput } from '@muneem/contract/offers';
import { expect, test } from 'vitest';
import { sampleImage } from './sample-image.ts';
import { sampleOffers } from './sample-offers.ts';

const network = {
  trackingUrl: (key: string) => `http://127.0.0.1:1/land/${key}?click_id={click_id}`,
  pollUrl: () => 'http://127.0.0.1:1/status?click_id={click_id}',
};

test('makes sample offers that pass every rule of the offer form', () => {
  const offers = sampleOffers(network);
  expect(offers).toHaveLength(12);
  for (const { input } of offers) expect(offerInput.safeParse(input).error?.issues ?? []).toEqual([]);
  expect(new Set(offers.map(({ input }) => input.title)).size).toBe(12);
});

test('makes sample images that are complete, small PNG files', () => {
  const png = Buffer.from(
    sampleImage([0, 0, 0], [255, 255, 255], 'ring').replace('data:image/png;base64,', ''),
    'base64',
  );
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const at = png.indexOf('IDAT');
  const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  expect(pixels).toHaveLength(256 * (1 + 256 * 4));
  expect(png.length).toBeLessThan(60_000);
});
