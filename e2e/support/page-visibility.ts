import type { Page } from '@playwright/test';

/**
 * Hides the page until `showPage`, `openPath` or the next page load. A hidden screen does not refetch, so only the test
 * triggers requests.
 */
export const hidePage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  });

/** Makes the page visible and notifies it. */
export const showPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    dispatchEvent(new Event('visibilitychange'));
  });
