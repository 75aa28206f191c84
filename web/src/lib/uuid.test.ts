import { exportId } from '@muneem/contract/exports';
import { expect, it, vi } from 'vitest';
import { newUuid } from './uuid.ts';

it('makes a UUID without https, where the browser has none', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(exportId().safeParse(newUuid()).success).toBe(true);
  expect(newUuid()).not.toBe(newUuid());
  vi.unstubAllGlobals();
});
