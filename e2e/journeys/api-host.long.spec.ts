import type { RouteAnswer } from '@muneem/contract/http';
import type { login, verifySession } from '@muneem/contract/auth';
import { answer } from '../support/answers.ts';
import { cronStatus, SMART_POLL_RUN } from '../support/smart-poll.ts';
import { allowConsoleErrors, expect, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

// The server sets the allowed hosts at its start. This host is not among them.
test.use({ bypassCSP: true });

// covers 000-1.4 000-1.5 001-7.1 001-7.30
test('sends every call to the host in config.json', async ({ page }) => {
  allowConsoleErrors();
  const calls: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${origin}${pathname}`);
  });
  await page.route('**/config.json', answer({ apiHost: 'https://backend.example/' }));
  const ran = { success: true, message: 'Done', run: SMART_POLL_RUN };
  const answers: Readonly<Record<string, object>> = {
    '/api/auth/verify': {
      success: true,
      admin: { id: 'adm_1', email: ADMIN.email, name: ADMIN.email, role: 'owner' },
      expiresAt: '2030-01-01T00:00:00.000Z',
    } satisfies RouteAnswer<typeof verifySession>,
    '/api/auth/login': { success: true, message: 'OTP sent to your email' } satisfies RouteAnswer<typeof login>,
    '/api/admin/cron-status': cronStatus(),
    '/api/admin/smart-poll': ran,
    '/api/admin/force-smart-poll': ran,
  };
  await page.route('https://backend.example/**', (route) => {
    const json = answers[new URL(route.request().url()).pathname];
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill(json === undefined ? { status: 404, headers } : { json, headers });
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill('whatever');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: 'Verify OTP' })).toBeVisible();

  await page.evaluate(() => {
    sessionStorage.setItem('adminAuthToken', JSON.stringify({ token: 'a-token' }));
  });
  await page.goto('/smart-poll');
  for (const [name, path] of [
    ['Run Smart Poll Now', 'smart-poll'],
    ['Force Smart Poll', 'force-smart-poll'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => calls).toContain(`POST https://backend.example/api/admin/${path}`);
  }
  expect(calls).toContain('POST https://backend.example/api/auth/login');
  expect(calls).toContain('GET https://backend.example/api/admin/cron-status');
  expect(calls.filter((call) => !call.includes(' https://backend.example/'))).toEqual([]);
});
