import type { Page } from '@playwright/test';

/**
 * Hides the page until `showPage`, `openPath` or the next page load. A hidden screen does not refetch, also after live
 * updates, so only the test triggers requests.
 */
export const hidePage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  });

/** Makes the page visible and notifies it. */
export const showPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const name of ['visibilityState', 'hidden']) Reflect.deleteProperty(document, name);
    dispatchEvent(new Event('visibilitychange'));
  });
