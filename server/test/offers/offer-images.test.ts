import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Offer } from '@muneem/contract/offers';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';

let app: TestApp;
let session: TestSession;

beforeAll(async () => {
  app = await createTestApp();
  session = await openAdminSession(app);
});
afterAll(() => app.close());

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const dataUrl = (bytes: Buffer, type = 'image/png'): string => `data:${type};base64,${bytes.toString('base64')}`;

/** The pixel, made `bytes` long by a text chunk in front of its end. */
function pngOfSize(bytes: number): Buffer {
  const end = PNG.subarray(PNG.length - 12);
  const chunk = Buffer.alloc(bytes - PNG.length);
  chunk.writeUInt32BE(chunk.length - 12, 0);
  chunk.write('teXt', 4, 'latin1');
  return Buffer.concat([PNG.subarray(0, PNG.length - 12), chunk, end]);
}

const post = (overrides: object) =>
  app.http.fastify.inject({
    method: 'POST',
    url: '/api/offers',
    headers: session.headers,
    payload: offerInput(overrides as never),
  });

test('an uploaded image is served unchanged, for a year, as what it is and nothing else', async () => {
  const { offer } = (
    await post({ imageData: dataUrl(PNG, 'image/jpeg'), image: 'https://other.example/a.png' })
  ).json() as { offer: Offer };
  expect(offer.image).toMatch(/^\/images\/[0-9a-f]{64}$/);
  const image = await app.http.fastify.inject({ method: 'GET', url: offer.image });
  expect(image.rawPayload.equals(PNG)).toBe(true);
  expect(image.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect((await app.http.fastify.inject({ method: 'GET', url: `/images/${'0'.repeat(64)}` })).statusCode).toBe(404);
});

test('an image stays when its own address is sent back, and goes when the address is empty', async () => {
  const { offer } = (await post({ imageData: dataUrl(GIF) })).json() as { offer: Offer };
  const put = async (payload: object) =>
    (
      (
        await app.http.fastify.inject({
          method: 'PUT',
          url: `/api/offers/${offer._id}`,
          headers: session.headers,
          payload,
        })
      ).json() as { offer: Offer }
    ).offer.image;
  expect(await put(offerInput({ image: offer.image }))).toBe(offer.image);
  expect(await put(offerInput())).toBe(offer.image);
  expect(await put(offerInput({ image: 'https://pics.example/a.png' }))).toBe('https://pics.example/a.png');
  expect(await put(offerInput({ image: '' }))).toBe('');
});

test('an image one byte under 2 MB is taken', async () => {
  expect((await post({ imageData: dataUrl(pngOfSize(2 * 1024 * 1024 - 1)) })).statusCode).toBe(200);
});

test.each<[string, string, string]>([
  [
    'an SVG with a script',
    dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'image/svg+xml'),
    'Please select an image file (jpg, png, etc.)',
  ],
  ['a page', dataUrl(Buffer.from('<html>'), 'text/html'), 'Please select an image file (jpg, png, etc.)'],
  [
    'a page that says it is an image',
    dataUrl(Buffer.from('<html><script>alert(1)</script>')),
    'Please select an image file (jpg, png, etc.)',
  ],
  [
    'the header of a PNG with a page behind it',
    dataUrl(Buffer.concat([PNG.subarray(0, 33), Buffer.from('<html><script>alert(1)</script></html>')])),
    'Please select an image file (jpg, png, etc.)',
  ],
  [
    'a whole PNG with a page behind it',
    dataUrl(Buffer.concat([PNG, Buffer.from('<html></html>')])),
    'Please select an image file (jpg, png, etc.)',
  ],
  ['2 MB', dataUrl(pngOfSize(2 * 1024 * 1024)), 'Image size should be less than 2MB'],
  ['2 MB and one byte', dataUrl(pngOfSize(2 * 1024 * 1024 + 1)), 'Image size should be less than 2MB'],
  ['what is not base64', 'data:image/png;base64,%%%', 'Failed to process the image. Please try again.'],
])('refuses %s', async (_, imageData, message) => {
  const response = await post({ imageData });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: 'validation_failed', errors: { imageData: message } });
});

test.each(['javascript:alert(1)', 'data:text/html,<script>', '/images/../secret', '/images/abc'])(
  'refuses %s as an image address',
  async (image) => {
    const response = await post({ image });
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      errors: { image: 'Image URL must start with http:// or https://' },
    });
  },
);
