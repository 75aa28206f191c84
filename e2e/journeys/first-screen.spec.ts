import { gzipSync } from 'node:zlib';
import { deleteOffer } from '@muneem/contract/offers';
import type { Page, Request } from '@playwright/test';
import { answer } from '../support/answers.ts';
import { listedUser } from '../support/listed-user.ts';
import { openPath } from '../support/open-path.ts';
import { ROUTES } from '../support/routes.ts';
import { expect, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';

/** Compressed sizes. docs/decisions/first-paint.md explains the three steps. */
const MOST_BYTES = { signInPage: 170_000, application: 140_000, screen: 60_000 };
const SIGNED_OUT = ['/login', '/reset-password'];
/** Open to signed-out visitors, but built from shared code (docs/decisions/first-paint.md). */
const INVITATION = '/accept-invitation';
const MOST_NODES_OF_A_USER = 34;
/** Screens that load schemas: each has a form in its own file. */
const WITH_FORMS = ['/add-offer', '/edit-offer/$id', '/networks', '/postback-urls/$id', '/settings'];
/** Screens whose first calls are counted. */
const COUNTED = ['/', '/users', '/verify-withdrawals', '/conversion-reports'];

const packed = new Map<string, number>();

async function packedBytes(scripts: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const script of scripts) {
    if (!packed.has(script)) {
      const response = await fetch(script);
      packed.set(script, gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length);
    }
    bytes += packed.get(script) ?? 0;
  }
  return bytes;
}

/** Returns all scripts that a page loads when it is opened directly, and the API calls until it is drawn. */
async function firstRequests(page: Page, path: string): Promise<{ scripts: ReadonlySet<string>; calls: string[] }> {
  // Ignores late calls of the previous screen. The next page then needs a new process.
  if (COUNTED.includes(path)) await page.goto('about:blank');
  const scripts = new Set<string>();
  const calls: string[] = [];
  const listen = (request: Request): void => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('.js') && !url.pathname.includes('service-worker')) scripts.add(url.href);
    if (url.pathname.startsWith('/api/')) calls.push(url.pathname);
  };
  page.on('request', listen);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const { length } = calls;
  // Includes the files that load when the browser is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 150))));
  page.off('request', listen);
  return { scripts, calls: calls.slice(0, length) };
}

test('keeps each screen within its size, request and element limits', async ({ page, world }) => {
  const { scripts: signInPage } = await firstRequests(page, '/login');
  // public/boot.js adds this link, only with a stored session.
  const preloaded = page.locator('link[rel=stylesheet][blocking=render]');
  await expect(preloaded).toHaveCount(0);
  await test.step('loads at most 170 kB of script on the sign-in page', async () => {
    const bytes = await packedBytes(signInPage);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(MOST_BYTES.signInPage);
    for (const path of SIGNED_OUT.slice(1)) {
      const { scripts } = await firstRequests(page, path);
      expect(await packedBytes(scripts.difference(signInPage)), path).toBeLessThan(MOST_BYTES.screen);
    }
  });

  const offer = await makeTrackedOffer(world, 'Measured');
  const clickId = await world.platform.createClick({ uid: `of-${offer.id}`, offerId: offer.id });
  await signIn(page, world);

  const asked = new Map<string, readonly string[]>();
  await test.step('loads at most 140 kB more for all signed-in screens and 60 kB for each screen', async () => {
    const screens = new Map<string, ReadonlySet<string>>();
    for (const route of ROUTES.filter((path) => !SIGNED_OUT.includes(path))) {
      const first = await firstRequests(page, route.replace('$id', route.startsWith('/clicks') ? clickId : offer.id));
      screens.set(route, first.scripts);
      asked.set(route, first.calls);
    }
    await expect(preloaded).toHaveCount(1);
    const withSchemas = [...screens].filter(([, scripts]) =>
      [...scripts].some((script) => script.includes('/schemas-')),
    );
    expect(withSchemas.map(([route]) => route).toSorted()).toEqual(WITH_FORMS);
    expect(screens.size).toBeGreaterThan(15);
    const shared = [...screens]
      .filter(([route]) => route !== INVITATION)
      .map(([, scripts]) => scripts)
      .reduce((all, scripts) => all.intersection(scripts));
    const application = await packedBytes(shared.difference(signInPage));
    expect(application).toBeGreaterThan(50_000);
    expect(application).toBeLessThan(MOST_BYTES.application);
    let most = 0;
    for (const [route, scripts] of screens) {
      // A screen inside a shared file has no size of its own.
      const own = await packedBytes(scripts.difference(shared).difference(signInPage));
      expect(own, route).toBeLessThan(MOST_BYTES.screen);
      most = Math.max(most, own);
    }
    expect(most).toBeGreaterThan(10_000);
  });
  await world.call(deleteOffer, { params: { id: offer.id } });

  await test.step('sends each first request of a screen once', () => {
    for (const path of COUNTED) {
      const calls = asked.get(path)!;
      // The loader must request the same URL as the screen, or the data is loaded twice.
      expect(calls, path).toEqual([...new Set(calls)]);
      expect(calls[0], path).toBe('/api/auth/verify');
      expect(calls.length, path).toBeGreaterThan(1);
    }
  });

  await test.step('renders few elements per user row', async () => {
    const users = Array.from({ length: 50 }, (_, at) => listedUser(`user-${at}`, `Asha ${at}`));
    await page.route('**/api/users?*', answer({ success: true, users, total: 50, totalUsers: 50 }));
    await openPath(page, '/users');
    const rows = page.locator('tbody tr[data-row]');
    await expect(rows).toHaveCount(50);
    const nodes = await rows.first().evaluate((row) => row.querySelectorAll('*').length);
    expect(nodes).toBeLessThanOrEqual(MOST_NODES_OF_A_USER);
    await expect(rows.locator('[class*=mantine-]')).toHaveCount(0);
  });
});
