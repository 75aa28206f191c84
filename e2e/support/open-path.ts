import type { Page } from '@playwright/test';

/** The parts of the application's router that we use. TanStack Router stores it in this variable. */
interface RunningApp {
  readonly __TSR_ROUTER__: {
    readonly options: { readonly context: { readonly queryClient: { clear(): void } } };
    navigate(to: { href: string; replace?: boolean; ignoreBlocker: true }): Promise<void>;
  };
}

const NOWHERE = 'This page does not exist.';

/** Waits in the page: a locator would read all its elements again and again. */
const shows = (page: Page, text: string, wanted: boolean): Promise<unknown> =>
  page.waitForFunction((it) => document.body.textContent.includes(it.text) === it.wanted, { text, wanted });

/**
 * Opens a path like `page.goto`, with new components and without cached data, but keeps the running application: a page
 * load costs four times as much processor time. The first call loads the page. A dialog must be closed before.
 */
export async function openPath(page: Page, path: string): Promise<void> {
  if (!page.url().startsWith('http')) return void (await page.goto(path));
  await page.evaluate(() => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as RunningApp;
    void router.navigate({ href: '/no-such-page', ignoreBlocker: true });
  });
  await shows(page, NOWHERE, true);
  await page.evaluate((href) => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as RunningApp;
    router.options.context.queryClient.clear();
    for (const button of document.querySelectorAll<HTMLElement>('[aria-label="Close notice"]')) button.click();
    for (const name of ['visibilityState', 'hidden']) Reflect.deleteProperty(document, name);
    void router.navigate({ href, replace: true, ignoreBlocker: true });
  }, path);
  await shows(page, NOWHERE, false);
}
