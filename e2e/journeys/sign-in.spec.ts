import {
  allowConsoleErrors,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  signInByHand,
  test,
} from '../support/test.ts';
import { expectExactText } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { PROTECTED, ROUTES } from '../support/routes.ts';
import { ADMIN } from '../support/world.ts';

test('greets a signed-out visitor, and signs in by keyboard', async ({ page, world }) => {
  // covers 000-2.2 000-6.2 000-1.6 000-1.11 001-2.1 001-2.25 001-2.36
  await test.step('redirects a signed-out visitor from every protected URL to sign-in', async () => {
    for (const [index, path] of PROTECTED.map((each) => each.replace('$id', '1')).entries()) {
      // The guard is the same on a first load, which costs four times as much.
      await (index === 0 ? page.goto(path) : openPath(page, path));
      await expect(page, path).toHaveURL(path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`);
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    }
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await expectExactText(page, 'For assistance, please contact your system administrator.');
    await expectAccessible(page, 'the sign-in page');
    await expectNoSidewaysScroll(page, 'the sign-in page');
  });

  // covers 000-2.1 000-4.4 000-6.3 000-1.7
  await test.step('signs in by keyboard only, with one mailed code', async () => {
    await page.goto('/users?search=asha');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(ADMIN.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(ADMIN.password);
    const since = new Date();
    await page.keyboard.press('Enter');
    await expect(page.getByText('An OTP has been sent to your email address. Please check your inbox.')).toBeVisible();
    await expectAccessible(page, 'the code page');
    // covers 000-4.1
    await test.step('says within a minute that the last code is still valid', async () => {
      await page.getByRole('button', { name: 'Back to Login' }).press('Enter');
      await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
      await page.keyboard.press('Enter');
      await expectExactText(
        page,
        'An OTP was sent to your email address less than a minute ago. It is still valid. Please check your inbox.',
      );
      await expect(page.getByText('An OTP has been sent')).toHaveCount(0);
    });
    const { code } = await world.mailbox.waitForMail(ADMIN.email, { since, fits: (mail) => mail.code !== undefined });
    await page.keyboard.type(code!);
    await page.keyboard.press('Enter');
  });

  // covers 000-4.4 000-1.7
  await test.step('returns to the requested screen after sign-in, else to /', async () => {
    await expect(page).toHaveURL('/users?search=asha');
    await expect(page.getByPlaceholder('Search by name, email, phone or ID...')).toHaveValue('asha');
    await page.goto('/login');
    await expect(page).toHaveURL(/\/$/);
    await page.reload();
    await expect(page.getByText('Total Users')).toBeVisible();
    await page.goto('/login?next=%2Fsettings');
    await expect(page).toHaveURL('/settings');
  });

  await test.step('shows a not-found page for an unknown URL', async () => {
    allowConsoleErrors();
    expect((await page.goto('/no-such-page'))?.status()).toBe(404);
    await expect(page.getByText('This page does not exist.')).toBeVisible();
    await expectAccessible(page, 'the page for an unknown address');
    await expectNoSidewaysScroll(page, 'the page for an unknown address');
  });
});

test('answers each screen, and the paths that browsers and crawlers ask for', async ({ page, request }) => {
  for (const path of ROUTES)
    expect((await request.get(path.replace('$', ''), { headers: { accept: 'text/html' } })).status(), path).toBe(200);
  expect(await (await request.get('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n');
  expect((await request.get('/favicon.ico')).headers()['content-type']).toMatch(/icon/);
  await page.goto('/.well-known/change-password');
  await expect(page).toHaveURL('/login?next=%2Faccount');
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('ends the session when the server or the admin ends it', async ({ page, world, complaints }) => {
    await signIn(page, world, '/');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const stored = await page.evaluate(() => sessionStorage.getItem('adminAuthToken'));
    const { token } = JSON.parse(stored!) as { token: string };

    // covers 000-4.8
    await test.step('ends the session on AUTH_EXPIRED after a 401', async () => {
      const report = (expired: string): Promise<void> =>
        page.evaluate(
          (about) => navigator.serviceWorker.controller?.postMessage({ type: 'AUTH_EXPIRED', token: about }),
          expired,
        );
      await report('token-of-an-older-session');
      await page.getByRole('link', { name: 'Smart Poll' }).click();
      await expect(page).toHaveURL('/smart-poll');
      await report(token);
      await expect(page).toHaveURL(/\/login/);
      expect(await page.evaluate(() => sessionStorage.getItem('adminAuthToken'))).toBeNull();
    });

    await test.step('tells every tab after a 401', async () => {
      await signInByHand(page, world);
      const told = page.evaluate(
        () =>
          new Promise((resolve) => {
            navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent) => resolve(data));
          }),
      );
      const current = await page.evaluate(() => sessionStorage.getItem('adminAuthToken'));
      const ended = (JSON.parse(current!) as { token: string }).token;
      await fetch(`${world.product.url}/api/auth/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ended}` },
      });
      // The live stream ends, and its next request gets the 401.
      expect(await told).toEqual({ type: 'AUTH_EXPIRED', token: ended });
      await expect(page).toHaveURL(/\/login/);
      complaints.splice(0);
    });

    // covers 000-4.15 000-6.3 000-1.20
    await test.step('ends the session completely on sign-out', async () => {
      const carriesToken = page.waitForRequest((request) => request.headers()['authorization'] !== undefined);
      await signInByHand(page, world);
      const { authorization = '' } = (await carriesToken).headers();
      expect(authorization).not.toBe(`Bearer ${token}`);
      const verify = (): Promise<Response> =>
        fetch(`${world.product.url}/api/auth/verify`, { headers: { authorization } });
      expect((await verify()).status).toBe(200);
      await page
        .getByRole('button', { name: new RegExp(`${ADMIN.email}|Admin`) })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(/\/login/);
      await expect.poll(async () => (await verify()).status).toBe(401);
      await page.goto('/users');
      await expect(page).toHaveURL(/\/login/);
    });
  });
});
