import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Offer } from '@muneem/contract/offers';
import { openAdminSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp();
const session = await openAdminSession(app);

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const dataUrl = (bytes: Buffer, type = 'image/png'): string => `data:${type};base64,${bytes.toString('base64')}`;
const SCRIPT = Buffer.from('<html><script>alert(1)</script></html>');

const picture = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });

/** The pixel, padded to `bytes` by a text chunk before its end. */
function pngOfSize(bytes: number): Buffer {
  const end = PNG.subarray(PNG.length - 12);
  const chunk = Buffer.alloc(bytes - PNG.length);
  chunk.writeUInt32BE(chunk.length - 12, 0);
  chunk.write('teXt', 4, 'latin1');
  return Buffer.concat([PNG.subarray(0, PNG.length - 12), chunk, end]);
}

/** A PNG header that claims 30,000 × 30,000 pixels. */
function hugePng(): Buffer {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(30_000, 16);
  bytes.writeUInt32BE(30_000, 20);
  return bytes;
}

const post = (overrides: object) =>
  app.http.fastify.inject({
    method: 'POST',
    url: '/api/offers',
    headers: session.headers,
    payload: offerInput({ ...overrides }),
  });
const put = async (id: string, payload: object): Promise<string> => {
  const url = `/api/offers/${id}`;
  const response = await app.call('PUT', url, payload);
  return (response.body as { offer: Offer }).offer.image;
};
/** The stored bytes of an uploaded image. */
async function stored(imageData: string): Promise<Buffer> {
  const response = await post({ imageData });
  expect(response.statusCode, response.body).toBe(200);
  const { offer } = response.json<{ offer: Offer }>();
  return (await app.http.fastify.inject({ url: offer.image })).rawPayload;
}

describe('an uploaded image', () => {
  // covers 000-3.5
  test('is served with its own type and a cache lifetime of a year, at its own URL', async () => {
    const { offer } = (
      await post({ imageData: dataUrl(PNG, 'image/jpeg'), image: 'https://other.example/a.png' })
    ).json() as { offer: Offer };
    expect(offer.image).toMatch(/^\/images\/[0-9a-f]{64}$/);
    const image = await app.http.fastify.inject({ method: 'GET', url: offer.image });
    expect(image.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await app.http.fastify.inject({ method: 'GET', url: `/images/${'0'.repeat(64)}` })).statusCode).toBe(404);
  });

  test('is decoded alone: images that are sent together take turns', async () => {
    const images = await Promise.all(
      [2_001, 2_002, 2_003].map(async (side) => dataUrl(await picture(side, side).png().toBuffer())),
    );
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, sharp.counters().process)), 1);
    const answers = await Promise.all(images.map((imageData) => post({ imageData })));
    clearInterval(timer);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(most).toBe(1);
  });

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'of type %s keeps its pixels and its size',
    async (format) => {
      const bytes = await stored(dataUrl(await picture().toFormat(format).toBuffer(), `image/${format}`));
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 20 });
      const { dominant } = await sharp(bytes).stats();
      expect(dominant.r).toBeGreaterThan(180);
      expect(dominant.g).toBeLessThan(60);
    },
  );

  test('loses its metadata, such as the place where the photo was taken', async () => {
    const photo = await picture()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Secret owner' }, IFD3: { GPSLatitude: '19/1 4/1 0/1' } })
      .toBuffer();
    expect(photo.includes('Secret owner')).toBe(true);
    const bytes = await stored(dataUrl(photo, 'image/jpeg'));
    const metadata = await sharp(bytes).metadata();
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.iptc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(bytes.includes('Secret owner')).toBe(false);
  });

  test('loses data appended after its end', async () => {
    const bytes = await stored(dataUrl(Buffer.concat([PNG, SCRIPT])));
    expect(bytes.includes('<script>')).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1 });
    const jpeg = await picture().jpeg().toBuffer();
    expect((await stored(dataUrl(Buffer.concat([jpeg, SCRIPT]), 'image/jpeg'))).includes('<script>')).toBe(false);
  });

  test('loses its text chunks', async () => {
    const bytes = await stored(dataUrl(pngOfSize(2 * 1024 * 1024 - 1)));
    expect(bytes.length).toBeLessThan(1_000);
  });

  test('is rotated by its orientation and scaled down to the largest size', async () => {
    const photo = await picture(3_000, 1_500).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await sharp(await stored(dataUrl(photo, 'image/jpeg'))).metadata()).toMatchObject({
      width: 512,
      height: 1_024,
    });
  });

  test('stays when its own URL is sent back or omitted, and is removed when the URL is empty', async () => {
    const { offer } = (await post({ imageData: dataUrl(PNG) })).json() as { offer: Offer };
    expect(await put(offer._id, offerInput({ image: offer.image }))).toBe(offer.image);
    expect(await put(offer._id, offerInput())).toBe(offer.image);
    expect(await put(offer._id, offerInput({ image: 'https://pics.example/a.png' }))).toBe(
      'https://pics.example/a.png',
    );
    expect(await put(offer._id, offerInput({ image: '' }))).toBe('');
  });
});

const NO_IMAGE = 'Please select an image file (jpg, png, etc.)';
const TOO_LARGE = 'Image size should be less than 2MB';
const BROKEN = 'Failed to process the image. Please try again.';
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

test.each<[string, string, string]>([
  ['an SVG with a script', dataUrl(SVG, 'image/svg+xml'), NO_IMAGE],
  ['an SVG declared as a PNG', dataUrl(SVG), NO_IMAGE],
  ['an HTML page', dataUrl(SCRIPT, 'text/html'), NO_IMAGE],
  // covers 000-5.14
  ['an HTML page declared as a PNG', dataUrl(SCRIPT), NO_IMAGE],
  ['a PNG header followed by HTML', dataUrl(Buffer.concat([PNG.subarray(0, 33), SCRIPT])), BROKEN],
  ['a PNG signature followed by HTML', dataUrl(Buffer.concat([PNG.subarray(0, 8), SCRIPT])), BROKEN],
  ['a JPEG signature followed by HTML', dataUrl(Buffer.from([0xff, 0xd8, 0xff, ...SCRIPT])), BROKEN],
  // covers 000-5.14
  ['a truncated image', dataUrl(PNG.subarray(0, 45)), BROKEN],
  [
    'an image that claims 900 megapixels',
    dataUrl(hugePng()),
    'The image has more than 25 megapixels. Choose a smaller one.',
  ],
  ['2 MB', dataUrl(pngOfSize(2 * 1024 * 1024)), TOO_LARGE],
  // covers 000-5.14
  ['2 MB and one byte', dataUrl(pngOfSize(2 * 1024 * 1024 + 1)), TOO_LARGE],
  ['invalid base64', 'data:image/png;base64,%%%', BROKEN],
  ['a TIFF', dataUrl(Buffer.from('49492a00080000000000', 'hex'), 'image/tiff'), NO_IMAGE],
])('rejects %s', async (_, imageData, message) => {
  const response = await post({ imageData });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: 'validation_failed', errors: { imageData: message } });
});
