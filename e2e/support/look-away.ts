import type { Page } from '@playwright/test';

/**
 * As if another window lay over the page, until `lookBack` or the next `goto`: a screen that nobody looks at does not
 * ask again by itself every few seconds, so that what is pressed then is what asks.
 */
export const lookAway = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  });

/** The window is looked at again, and told so. */
export const lookBack = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    dispatchEvent(new Event('visibilitychange'));
  });
