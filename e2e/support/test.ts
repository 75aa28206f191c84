import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Locator, type Page } from '@playwright/test';
import type { AdminSession } from '@muneem/sandbox/product';
import { startTrackingCompany, type TrackingCompany } from '@muneem/sandbox/tracking-company';
import type axe from 'axe-core';
import { ADMIN, startTestWorld, type TestWorld } from './world.ts';

interface Fixtures {
  /** Warnings and errors of the browser's console. Must be empty at the end of every test. */
  readonly complaints: string[];
  /** A tracking company that answers at once. */
  readonly company: TrackingCompany;
}

/** The average delay of each call, to find journeys that rely on fast answers. A seed makes the delays uneven. */
const { LATE_ANSWERS_MS, LATE_ANSWERS_SEED } = process.env;

const SHOWS_ERRORS = 'shows errors';
/** Less than half the size of the package's own entry. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** For steps that provoke failures: from here on, the browser's console may have errors. */
export const allowConsoleErrors = (): unknown => test.info().annotations.push({ type: SHOWS_ERRORS });

/** Provides the running product to every test. Fails a test if the console has warnings or errors. */
export const test = base.extend<Fixtures, { world: TestWorld }>({
  world: [
    // Playwright reads the fixture's dependencies from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { parallelIndex }) => {
      const world = await startTestWorld(parallelIndex);
      await use(world);
      await world.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ world }, use) => use(world.product.url),
  page: async ({ page }, use) => {
    if (LATE_ANSWERS_MS !== undefined)
      await page.addInitScript(answerLate, { ms: Number(LATE_ANSWERS_MS), seed: Number(LATE_ANSWERS_SEED ?? 0) });
    await use(page);
  },
  complaints: [
    async ({ page }, use, { annotations }) => {
      const complaints: string[] = [];
      const areAllowed = () => annotations.some(({ type }) => type === SHOWS_ERRORS);
      page.on('console', (message) => {
        if (areAllowed()) return;
        // Expected: playwright.config.ts blocks service workers.
        if (message.text().includes('Service Worker registration blocked')) return;
        if (!['error', 'warning'].includes(message.type())) return;
        complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => areAllowed() || complaints.push(`page error: ${error.message}`));
      await use(complaints);
      expect(complaints, `the console of the browser: ${complaints.join(' | ')}`).toEqual([]);
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern
  company: async ({}, use) => {
    const company = await startTrackingCompany({ moody: false });
    await use(company);
    await company.close();
  },
});
export { expect };

/** Runs in the page, before a journey stops its clock. Also delays the answers that a journey makes up. */
function answerLate({ ms, seed }: { ms: number; seed: number }): void {
  const { fetch, setTimeout } = globalThis;
  let random = seed;
  globalThis.fetch = async (...request) => {
    const answer = await fetch(...request);
    // The numbers of Park and Miller.
    random = (random * 48_271) % 2_147_483_647;
    const delayMs = seed === 0 ? ms : (2 * ms * random) / 2_147_483_647;
    if (/\/api\/(?!live)/.test(answer.url)) await new Promise((resolve) => setTimeout(resolve, delayMs));
    return answer;
  };
}

/** Signs in through the API. The session starts with the page's next load. Opens `path`, if given. */
export async function signIn(page: Page, world: TestWorld, path?: string): Promise<void> {
  await openSession(page, world, await world.signInPage());
  if (path !== undefined) await page.goto(path);
}

/** Gives the page a session. It starts with the page's next load. */
export const openSession = (page: Page, world: TestWorld, { token }: Pick<AdminSession, 'token'>) =>
  page.addInitScript(storeOnce, { token, origin: world.product.url });

/** Runs in the page. Does not restore a session that has ended. */
function storeOnce({ token, origin }: { token: string; origin: string }): void {
  if (location.origin !== origin || sessionStorage.getItem('journey') === token) return;
  sessionStorage.setItem('journey', token);
  sessionStorage.setItem('adminAuthToken', JSON.stringify({ token }));
}

/** Signs in on the sign-in page. */
export async function signInByHand(page: Page, world: TestWorld, who = ADMIN): Promise<void> {
  await page.goto('/login');
  await signInHere(page, world, who);
  await expect(page).toHaveURL('/');
}

/** Enters the password, then the mailed code. The sign-in page is already open. */
export async function signInHere(page: Page, { mailbox }: TestWorld, who = ADMIN): Promise<void> {
  const since = new Date();
  await givePassword(page, who);
  await expect(page.getByText('An OTP has been sent to your email address. Please check your inbox.')).toBeVisible();
  const { code } = await mailbox.waitForMail(who.email, { since, fits: (mail) => mail.code !== undefined });
  // The sixth digit sends the code.
  await page.getByRole('textbox', { name: 'OTP' }).fill(code!);
}

/** The first step on the sign-in page. */
export async function givePassword(page: Page, { email, password }: typeof ADMIN): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** The rows of a list look like its first ones. */
const REPEATED = 'tbody > tr:nth-child(n + 9), li[class*=_card_]:nth-child(n + 9)';

/** Checks that an open dialog, or else this page or part of it, has no serious or critical findings, in light and dark. */
export async function expectAccessible(scope: Page | Locator, what: string): Promise<void> {
  const [page, part] = 'page' in scope ? [scope.page(), scope] : [scope, scope.locator(':root')];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // During a colour transition the contrast differs. Waits for its end.
    const moving = () =>
      document.getAnimations().filter((it) => it instanceof CSSTransition && it.playState === 'running').length;
    await expect.poll(() => page.evaluate(moving)).toBe(0);
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
    // In the dark only colours differ.
    const options = colorScheme === 'light' ? {} : { runOnly: ['color-contrast'] };
    const grave = await part.evaluate(seriousFindings, { options, repeated: REPEATED });
    expect(grave, `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Runs in the page. */
async function seriousFindings(
  part: Element,
  { options, repeated }: { options: axe.RunOptions; repeated: string },
): Promise<string[]> {
  const inPage = (globalThis as unknown as { axe: typeof axe }).axe;
  // The page behind a dialog is out of reach.
  const dialogs = [...document.querySelectorAll(':modal, [aria-modal=true]')];
  const include = dialogs.length > 0 ? dialogs : [part];
  const { violations } = await inPage.run(
    { include: include as never, exclude: [...document.querySelectorAll(repeated)] as never },
    { ...options, resultTypes: ['violations'], preload: false },
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Checks that the page does not scroll sideways on a phone and that no card is cut. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()!;
  await resize(page, { width: 390, height: 844 });
  const { content, window, cut } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: innerWidth,
    // Cards have rounded corners: they cut their content instead of scrolling.
    cut: [...document.querySelectorAll('li[class*="_card_"]')]
      .filter((it) => it.scrollWidth > it.clientWidth + 1 || it.getBoundingClientRect().right > innerWidth)
      .map((it) => it.textContent.slice(0, 120)),
  }));
  expect(content, `${what} at 390 px`).toBeLessThanOrEqual(window);
  expect(cut, `cards of ${what} at 390 px`).toEqual([]);
  await resize(page, before);
}

/** Checks that the page or its list scrolls, never both, on a desktop and on a phone. Every list is made long. */
export async function expectOneScrollArea(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()!;
  const long = await page.addStyleTag({ content: '[aria-label$=scrollable] > table { height: 3000px }' });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await resize(page, size);
    await expect.poll(() => page.evaluate(nestedScrollAreas), `${what} at ${size.width} px`).toEqual([]);
  }
  await long.evaluate((style) => (style as HTMLElement).remove());
  await resize(page, before);
}

/** Runs in the page. Names each vertical scroll area that is inside another one. */
function nestedScrollAreas(): string[] {
  const scrolls = (element: Element): boolean => {
    if (element.scrollHeight <= element.clientHeight + 1 || element.clientHeight === 0) return false;
    return element === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);
  };
  const outerOf = (element: Element): Element | null => {
    const window = element.closest('[role=dialog]');
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      if (scrolls(outer)) return outer;
      if (outer === window) return null;
    }
    return null;
  };
  return [...document.querySelectorAll('body *')]
    .filter((element) => scrolls(element) && outerOf(element))
    .map((element) => element.getAttribute('aria-label') ?? element.className);
}

/** Lists switch between table and cards in the next frame. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  });
}
