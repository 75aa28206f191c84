import { readFile } from 'node:fs/promises';
import type { Locator, Page, Route } from '@playwright/test';
import { expect } from './test.ts';

type Answer = (route: Route) => Promise<void>;

/** The network fails. */
export const ABORT: Answer = (route) => route.abort();

/** The server refuses with a message. */
export const refuse =
  (message: string, status = 409): Answer =>
  (route) =>
    route.fulfill({ status, json: { success: false, code: 'wrong_state', message } });

/** The server fails without a message. */
export const failSilently =
  (status = 500): Answer =>
  (route) =>
    route.fulfill({ status, body: '' });

export const answer =
  (json: unknown): Answer =>
  (route) =>
    route.fulfill({ json });

/** Answers these calls until `work` is done. */
export async function during<Result>(
  page: Page,
  calls: string,
  how: Answer,
  work: () => Promise<Result>,
): Promise<Result> {
  await page.route(calls, how);
  const result = await work();
  await page.unroute(calls, how);
  return result;
}

/** Holds these calls back until the returned function runs, then answers them. The page may have cancelled them. */
export async function holdBack(
  page: Page,
  calls: string | RegExp,
  how: Answer = (route) => route.continue(),
): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(calls, (route) => held.then(() => how(route)).catch(() => undefined));
  return () => release();
}

/**
 * Returns the query and body of the next call that `act` triggers. `asks` are parameters of a list's call: one of an
 * earlier act or a refetch may be sent only now.
 */
export async function callOf(
  page: Page,
  method: string,
  path: string | RegExp,
  act: () => Promise<void>,
  asks: Readonly<Record<string, string>> = {},
): Promise<{ query: Record<string, string>; body: unknown; bearer: boolean }> {
  const fits = page.waitForRequest((request) => {
    const { pathname, searchParams } = new URL(request.url());
    const isThere = typeof path === 'string' ? pathname === path : path.test(pathname);
    const fitsQuery = Object.entries(asks).every(([name, value]) => searchParams.get(name) === value);
    return request.method() === method && isThere && fitsQuery;
  });
  await act();
  const request = await fits;
  return {
    query: Object.fromEntries(new URL(request.url()).searchParams),
    body: request.postDataJSON() as unknown,
    bearer: /^Bearer \S+$/.test(request.headers()['authorization'] ?? ''),
  };
}

/** Returns the file that `act` downloads, with the result of `act`. */
export async function downloadOf<Result>(page: Page, act: () => Promise<Result>) {
  const [download, result] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), file: await readFile(await download.path()), result };
}

/** Resolves when every earlier request of the page has reached the test: requests keep their order. */
export const earlierRequests = (page: Page): Promise<string> =>
  page.evaluate(() => fetch('/config.json').then((response) => response.text()));

/** The text is visible on the page. */
export const expectText = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();

/** The exact text is on the page, as in the specification. */
export const expectExactText = (page: Page | Locator, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible();

/** Clicks the button of this name, of one row for example. */
export const clickButton = (scope: Page | Locator, name: string | RegExp): Promise<void> =>
  scope.getByRole('button', { name }).click();

/** Closes the notice. */
export const closeNotice = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: 'OK', exact: true }).click();
