import type { Page } from '@playwright/test';
import { earlierRequests } from './answers.ts';

/**
 * Hides the page until `showPage`, `openPath` or the next page load. A hidden screen does not refetch, also after live
 * updates, so only the test triggers requests. Earlier ones have reached the test.
 */
export async function hidePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  });
  await earlierRequests(page);
}

/** Makes the page visible and notifies it. */
export const showPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const name of ['visibilityState', 'hidden']) Reflect.deleteProperty(document, name);
    dispatchEvent(new Event('visibilitychange'));
  });
