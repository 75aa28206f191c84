import { answer } from '../support/answers.ts';
import { cronStatus } from '../support/smart-poll.ts';
import { expect, signIn, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });

test.describe('at a host of its own', () => {
  // Which hosts a page may call is told to our server at its start; this one is not there.
  test.use({ bypassCSP: true });

  test('every call goes to the host that config.json names', async ({ page, complaints }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${origin}${pathname}`);
    });
    await page.route('**/config.json', answer({ apiHost: 'https://backend.example/' }));
    const answers: Readonly<Record<string, object>> = {
      '/api/auth/verify': {
        success: true,
        admin: { id: 'adm_1', email: ADMIN.email, name: ADMIN.email },
        expiresAt: '2030-01-01T00:00:00.000Z',
      },
      '/api/admin/cron-status': cronStatus(),
    };
    await page.route('https://backend.example/**', (route) =>
      route.fulfill({
        json: answers[new URL(route.request().url()).pathname] ?? { success: true, message: 'OTP sent to your email' },
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    await page.goto('/login');
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill('whatever');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('button', { name: 'Verify OTP' })).toBeVisible();
    expect(calls).toEqual(['POST https://backend.example/api/auth/login']);

    await page.evaluate(() => {
      sessionStorage.setItem('adminAuthToken', JSON.stringify({ token: 'a-token' }));
    });
    await page.goto('/users');
    await expect.poll(() => calls.length).toBeGreaterThan(1);
    await page.goto('/smart-poll');
    for (const [name, path] of [
      ['Run Smart Poll Now', 'smart-poll'],
      ['Force Smart Poll', 'force-smart-poll'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect.poll(() => calls).toContain(`POST https://backend.example/api/admin/${path}`);
    }
    expect(calls).toContain('GET https://backend.example/api/admin/cron-status');
    expect(new Set(calls.map((call) => new URL(call.split(' ')[1]!).origin))).toEqual(
      new Set(['https://backend.example']),
    );
    await page.goto('about:blank');
    complaints.splice(0);
  });
});

test('a list of users is shown in every form that the specification has for it', async ({
  page,
  world,
  complaints,
}) => {
  await signIn(page, world);
  const users = [
    { uid: 'asha-rao-1', name: 'Asha Rao', coins: 12, completedOffers: ['ofr_1', 'ofr_2'] },
    { uid: 'nobody-2', completedOffers: [{ id: 'ofr_3', completedAt: '2026-11-02T06:30:00.000Z' }] },
  ];
  for (const list of [users, { success: true, users }, { success: true, users, total: 2, totalUsers: 2 }]) {
    await page.route('**/api/users?*', answer(list));
    await page.goto('/users');
    const rows = page.getByRole('table', { name: 'User Management' }).locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(0)).toContainText('Asha Rao');
    for (const text of ['Unnamed User', 'nobody', 'No Email', 'N/A', 'Not specified'])
      await expect(rows.nth(1).getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByText('2 of 2 users')).toBeVisible();
    await page.unroute('**/api/users?*');
  }
  await page.goto('about:blank');
  complaints.splice(0);
});
