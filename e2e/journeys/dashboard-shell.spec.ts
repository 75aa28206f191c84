import { openPath } from '../support/open-path.ts';
import { expect, signIn, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

/** Observed times of the loading overlay, in milliseconds. */
interface Overlay {
  /** The first element of the application was mounted. */
  mountedAt: number;
  leavingAt: number;
  /** The transitions and their durations. */
  fades: unknown[];
  opacity: string;
  goneAt: number;
}

test('starts the application, and says so if it cannot', async ({ page, complaints }) => {
  // covers 000-1.13 000-9.11
  await test.step('fades the overlay for 0.3 s, 100 ms after the first paint', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.addInitScript(() => {
      const seen: Partial<Overlay> = {};
      Object.assign(globalThis, { overlay: seen });
      new MutationObserver(() => {
        const loader = document.getElementById('boot-loader');
        if (document.querySelector('#root > *')) seen.mountedAt ??= performance.now();
        if (loader?.classList.contains('leaving') && seen.leavingAt === undefined) {
          seen.leavingAt = performance.now();
          seen.fades = loader.getAnimations().map((fade) => {
            const { transitionProperty, effect } = fade as CSSTransition;
            return [transitionProperty, effect?.getTiming().duration];
          });
          seen.opacity = loader.ownerDocument.defaultView!.getComputedStyle(loader).opacity;
        }
        if (!loader && seen.leavingAt !== undefined) seen.goneAt ??= performance.now();
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    await page.goto('/login');
    await expect(page.locator('#boot-loader')).toHaveCount(0);
    const overlay = await page.evaluate(() => (globalThis as unknown as { overlay: Overlay }).overlay);
    expect(overlay).toMatchObject({ fades: [['opacity', 300]], opacity: '1' });
    // No upper limit: a busy machine may run the timer later.
    expect(overlay.leavingAt - overlay.mountedAt).toBeGreaterThan(95);
    expect(overlay.goneAt - overlay.leavingAt).toBeGreaterThan(295);
  });

  // covers 000-1.15
  await test.step('only logs an error if the root element is missing', async () => {
    await page.route('**/login', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('<div id="root"></div>', '');
      await route.fulfill({ response, body });
    });
    await page.goto('/login');
    await expect.poll(() => complaints.length).toBeGreaterThan(0);
    await page.waitForLoadState('networkidle');
    expect(complaints).toEqual([
      expect.stringContaining('The root element is missing: the application cannot be shown.'),
    ]);
    await expect(page.getByText('Application Error')).toHaveCount(0);
    complaints.splice(0);
    await page.unroute('**/login');
  });

  const expectStartupError = async (mend: () => Promise<unknown>): Promise<void> => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Application Error' })).toBeVisible();
    await expect(page.getByText('Something went wrong loading the application.')).toBeVisible();
    await expect(page.locator('#boot-loader')).toHaveCount(0);
    await mend();
    await page.getByRole('button', { name: 'Refresh Page' }).click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    complaints.splice(0);
  };
  // covers 000-1.14 000-8.15
  await test.step('shows the startup error and a reload button if its script fails', async () => {
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 500, body: '' }));
    await expectStartupError(() => page.unrouteAll());
  });

  // covers 000-1.14 000-8.15
  await test.step('shows the startup error and a reload button if its first render fails', async () => {
    await page.addInitScript(() => {
      if (sessionStorage.getItem('mended') !== null) return;
      const append = Node.prototype.appendChild;
      Node.prototype.appendChild = function <Child extends Node>(this: Node, child: Child): Child {
        if (this instanceof Element && this.id === 'root') throw new Error('Nothing can be drawn.');
        return append.call(this, child) as Child;
      };
    });
    await expectStartupError(() => page.evaluate(() => sessionStorage.setItem('mended', '')));
  });
});

// covers 000-1.16 000-1.17 000-1.18 000-1.19 000-1.21 001-2.2
test('the bar links all screens, also in the phone menu, and names the admin', async ({ page, world }) => {
  const name = page.getByRole('banner').getByRole('link', { name: 'Muneem', exact: true });
  // covers 000-1.16
  await test.step('shows only the product name when signed out', async () => {
    for (const path of ['/login', '/reset-password']) {
      await page.goto(path);
      await expect(name).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1);
      await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
    }
  });

  await signIn(page, world, '/');
  await expect(name).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'Main' });
  const others = [/^Withdrawals/, 'Manual Pay', /^Support/, 'Smart Poll', 'Reports', 'Settings'];
  await expect(bar.getByRole('link')).toHaveText(['Users', ...others]);
  await bar.getByRole('button', { name: 'Offers' }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem')).toHaveText(['Create Offer', 'Prime Offers', 'Regular Offers', 'Networks']);
  await menu.getByRole('menuitem', { name: 'Prime Offers' }).click();
  await expect(page).toHaveURL(/\/prime-offers$/);
  await expect(page.locator('a[href="/verify-offer"]')).toHaveCount(0);

  const hamburger = page.getByRole('button', { name: 'Open navigation' });
  await expect(hamburger).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bar).toBeHidden();
  await hamburger.click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('link')).toHaveText([
    'Users',
    'Create Offer',
    'Prime Offers',
    'Regular Offers',
    'Networks',
    ...others,
  ]);
  await drawer.getByRole('link', { name: 'Regular Offers' }).click();
  await expect(page).toHaveURL(/\/regular-offers$/);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  await expect(page.getByRole('menu').getByText(ADMIN.email)).toBeVisible();
  // The keyboard shortcuts and Sign Out follow.
  for (const [index, name] of ['Payouts', 'Your account', 'Administrators', 'Who may do what', 'Audit log'].entries())
    await expect(page.getByRole('menuitem').nth(index)).toHaveText(name);
  await page.getByRole('menuitem', { name: 'Payouts' }).click();
  await expect(page).toHaveURL(/\/payouts$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  await openPath(page, '/verify-offer');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await test.step('keeps the chosen colour scheme after a reload, else follows the system', async () => {
    const shows = (scheme: string) => expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    const chosen = (label: string) => page.getByRole('button', { name: `Colours: ${label}`, exact: true });
    const choose = async (from: string, to: string): Promise<void> => {
      await chosen(from).click();
      await expect(page.getByRole('menuitemradio', { name: from })).toBeChecked();
      await page.getByRole('menuitemradio', { name: to }).click();
      await expect(chosen(to)).toBeVisible();
    };
    await page.emulateMedia({ colorScheme: 'light' });
    for (const [from, to, scheme] of [
      ['Same as system', 'Dark', 'dark'],
      ['Dark', 'Light', 'light'],
    ] as const) {
      await choose(from, to);
      await shows(scheme);
      await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'light' : 'dark' });
      await page.reload();
      await expect(chosen(to)).toBeVisible();
      await shows(scheme);
    }
    await choose('Light', 'Same as system');
    await shows('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await shows('light');
    await page.reload();
    await expect(chosen('Same as system')).toBeVisible();
    await shows('light');
    await page.emulateMedia({ colorScheme: null });
  });

  // covers 000-1.12 000-3.2 000-4.6 000-4.14 000-6.3
  await test.step('shows a spinner during the session check, and fades the overlay', async () => {
    await openPath(page, '/');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/auth/verify', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    const spinner = page.getByRole('status').filter({ hasText: 'Initializing application...' });
    await expect(spinner).toBeVisible();
    await expect(page.locator('#boot-loader')).toHaveCount(0);
    await expect(spinner.locator('.mantine-Loader-root')).toBeVisible();
    expect(await spinner.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
    await expect(page.getByRole('banner')).toHaveCount(0);
    answer();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.unroute('**/api/auth/verify');
  });

  // covers 000-1.19
  await test.step('calls an administrator without email System Administrator', async () => {
    await page.route('**/api/auth/verify', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { admin: Record<string, unknown> };
      await route.fulfill({ response, json: { ...answer, admin: { ...answer.admin, email: '' } } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Admin', exact: true }).click();
    await expect(page.getByRole('menu').getByText('System Administrator')).toBeVisible();
  });
});
