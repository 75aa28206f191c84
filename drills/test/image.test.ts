import { expect, test } from 'vitest';
import { rehearseImage } from '../src/image/image.drill.ts';

test('builds an image that starts read-only and signs an admin in', { timeout: 900_000 }, async () => {
  // Without the tools of containers the drill says what is missing.
  expect(await rehearseImage()).not.toBe(false);
});
