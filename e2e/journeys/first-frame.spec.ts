import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../support/test.ts';

interface Seen {
  readonly text: string;
  /** Left and upper edge, height, in pixels. */
  readonly place: readonly number[];
}

const TITLED = [
  '/',
  '/users',
  '/prime-offers',
  '/regular-offers',
  '/verify-withdrawals',
  '/payouts',
  '/manual-pay',
  '/verify-offer',
  '/problems',
  '/smart-poll',
  '/conversion-reports',
  '/settings',
  '/audit',
  '/account',
  '/admins',
];

/** Notes what the frame shows while it is there: it is gone in the moment the screen stands. */
const noteFrame = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const look = (): void => {
      const title = document.querySelector('#boot-frame:not([hidden]) .boot-title');
      const name = document.querySelector('#boot-frame:not([hidden]) .boot-name');
      if (!title || !name) return;
      watch.disconnect();
      const seen = (element: Element): Seen => {
        const { x, y, height } = element.getBoundingClientRect();
        return { text: element.textContent, place: [x, y, height].map(Math.round) };
      };
      Object.assign(globalThis, { frame: { title: seen(title), name: seen(name) } });
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { subtree: true, childList: true, attributes: true });
  });

const frameOf = (page: Page): Promise<{ title: Seen; name: Seen } | undefined> =>
  page.evaluate(() => (globalThis as { frame?: { title: Seen; name: Seen } }).frame);

async function placeOf(page: Page, selector: string): Promise<readonly number[]> {
  const { x, y, height } = (await page.locator(selector).first().boundingBox())!;
  return [x, y, height].map(Math.round);
}

test('whoever is signed in sees bar and title in their places before the application is there', async ({
  page,
  world,
}) => {
  await signIn(page, world);
  await noteFrame(page);

  for (const width of [1440, 390])
    await test.step(`${width} pixels: nothing moves when the screen takes its place`, async () => {
      await page.setViewportSize({ width, height: 500 });
      for (const path of ['/', '/verify-withdrawals', '/conversion-reports']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const frame = await frameOf(page);
        await expect.poll(() => placeOf(page, 'main h1'), { message: path }).toEqual(frame?.title.place);
        await expect.poll(() => placeOf(page, 'header a span'), { message: path }).toEqual(frame?.name.place);
      }
    });

  await test.step('each screen has the same title in both', async () => {
    for (const path of TITLED) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText((await frameOf(page))?.title.text ?? '?');
    }
  });
});

test('whoever is not signed in sees no frame', async ({ page }) => {
  await noteFrame(page);
  await page.goto('/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  expect(await frameOf(page)).toBeUndefined();
});
