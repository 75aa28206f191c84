import type { Page, Route } from '@playwright/test';
import { ABORT, answer, earlierRequests, failSilently, refuse } from '../support/answers.ts';
import { allowConsoleErrors, expect, signInByHand, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

const DAY_MS = 86_400_000;
const SCREEN = '/roles';
const VERIFIED = answer({
  success: true,
  admin: { id: 'adm_1', role: 'owner', email: ADMIN.email },
  expiresAt: '2099-01-01',
});
const ENDED = refuse('Your session has ended. Please sign in again.', 401);

/** Stores a remembered session, as the sign-in page does. Other tabs of the browser notice it. */
const remember = (page: Page, token: string, days = 5): Promise<void> =>
  page.evaluate(
    ([stored, ms]) => {
      localStorage.setItem('adminAuthExpiry', String(Date.now() + ms));
      localStorage.setItem('adminAuthToken', JSON.stringify({ token: stored }));
    },
    [token, days * DAY_MS] as const,
  );
const daysLeft = (page: Page): Promise<number> =>
  page.evaluate((day) => (Number(localStorage.getItem('adminAuthExpiry')) - Date.now()) / day, DAY_MS);
const happen = (page: Page, ...names: readonly string[]): Promise<void> =>
  page.evaluate((events) => {
    for (const name of events) (name.startsWith('vis') ? document : window).dispatchEvent(new Event(name));
  }, names);
const expectIn = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: 'Who may do what' })).toBeVisible();
const expectOut = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('adminAuthToken'))).toBeNull();
};

test('checks a session whenever it may have ended, and ends it in every tab', async ({ page, context }) => {
  allowConsoleErrors();
  let how: (route: Route) => Promise<void> = VERIFIED;
  const asked: string[] = [];
  await context.route('**/api/**', answer({ success: true }));
  await context.route('**/api/live', ABORT);
  await context.route('**/api/auth/verify', (route) => {
    asked.push(route.request().headers()['authorization'] ?? '');
    return how(route);
  });
  /** Counts the checks that `act` causes. */
  const checks = async (act: () => Promise<void>): Promise<number> => {
    await earlierRequests(page);
    const before = asked.length;
    await act();
    await earlierRequests(page);
    return asked.length - before;
  };
  const open = async (token: string, days?: number): Promise<void> => {
    await remember(page, token, days);
    await page.goto(SCREEN);
  };
  const pause = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 3_600_000));
  await page.clock.install();
  await page.goto('/login');

  // covers 000-4.5 000-4.9 000-9.1 001-6.4
  await test.step('remembers a session for 15 days from its last check', async () => {
    await open('token-1');
    await expectIn(page);
    expect(asked).toEqual(['Bearer token-1']);
    expect(await daysLeft(page)).toBeCloseTo(15, 2);
    const stored = await page.evaluate(() => localStorage.getItem('adminAuthUser'));
    expect(JSON.parse(stored ?? '')).toEqual({ id: 'adm_1', role: 'owner', email: ADMIN.email });
  });

  // covers 000-4.6 000-4.12 000-4.13 000-9.2
  await test.step('checks on sight, network, return after 30 s, and wake-up', async () => {
    await pause();
    // Both timers have just run.
    await page.clock.fastForward(DAY_MS);
    expect(await checks(() => happen(page, 'visibilitychange'))).toBe(1);
    expect(await checks(() => happen(page, 'online'))).toBe(1);
    expect(await checks(() => happen(page, 'online', 'visibilitychange'))).toBe(1);
    expect(await checks(() => page.clock.fastForward(60_000))).toBe(0);
    expect(await checks(() => page.clock.fastForward(60_001))).toBe(1);
    expect(await checks(() => page.clock.runFor(120_000))).toBe(0);
    await happen(page, 'keydown');
    await page.clock.runFor(30_000);
    expect(await checks(() => happen(page, 'focus'))).toBe(0);
    await page.clock.runFor(30_001);
    expect(await checks(() => happen(page, 'focus'))).toBe(1);
    await page.clock.resume();
  });

  // covers 000-4.7 000-9.2
  await test.step('signs out within 60 s after the stored token vanishes or expires', async () => {
    for (const end of ['vanishes', 'expires']) {
      how = VERIFIED;
      await open('token-1');
      await expectIn(page);
      // A late answer to the check on wake-up would extend the session again.
      how = ABORT;
      await pause();
      await remember(page, 'token-1', 1 / 86_400);
      if (end === 'vanishes') await page.evaluate(() => localStorage.clear());
      await expectIn(page);
      await page.clock.runFor(60_000);
      await page.clock.resume();
      await expectOut(page);
    }
  });

  // covers 000-4.10 000-8.6
  await test.step('ends a session that the server refuses, and keeps it while the server is silent', async () => {
    for (const refusal of [ENDED, failSilently(500), failSilently(403), answer('odd')]) {
      how = refusal;
      await open('token-1');
      await expectOut(page);
    }
    for (const silence of [ABORT, failSilently(503), failSilently(429)]) {
      how = silence;
      await open('token-1');
      await expectIn(page);
    }
    how = ENDED;
    await happen(page, 'online');
    await expectOut(page);
    how = VERIFIED;
  });

  // covers 000-4.11
  await test.step('removes an expired session at the start, without a call', async () => {
    expect(await checks(() => open('token-1', -1).then(() => expectOut(page)))).toBe(0);
  });

  await test.step('signs in and out with the other tabs', async () => {
    const other = await context.newPage();
    await other.goto('/robots.txt');
    await remember(other, 'token-2');
    await expectIn(page);
    expect(asked.at(-1)).toBe('Bearer token-2');
    // A late refusal of the session before does not end this one.
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    how = (route) => held.then(() => ENDED(route));
    await happen(page, 'online');
    how = VERIFIED;
    const replaced = page.waitForRequest((request) => request.headers()['authorization'] === 'Bearer token-3');
    await remember(other, 'token-3');
    await replaced;
    release();
    await earlierRequests(page);
    await expectIn(page);
    await other.evaluate(() => localStorage.clear());
    await expectOut(page);
    await other.close();
  });

  await test.step('signs out at once, also while the server is silent', async () => {
    await open('token-4');
    await expectIn(page);
    await page.route('**/api/auth/logout', ABORT);
    await page.keyboard.press('Control+k');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expectOut(page);
  });
});

test('keeps a session in memory where the browser forbids storage', async ({ page, world }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
  });
  await page.clock.install();
  await signInByHand(page, world);
  await page.clock.runFor(180_000);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});
