import { answer, callOf, expectExactText } from '../support/answers.ts';
import { answerLists, LIST, list } from '../support/conversion-lists.ts';
import { openPath } from '../support/open-path.ts';
import { CONVERSIONS } from '../support/rows.ts';
import { cronStatus } from '../support/smart-poll.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

test.describe('with the API on another host', () => {
  // The server sets the allowed hosts at its start. This host is not among them.
  test.use({ bypassCSP: true });

  // covers 000-7.1 000-1.4 000-1.5 001-7.1 001-7.30
  test('sends every call to the host in config.json', async ({ page }) => {
    allowConsoleErrors();
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
      // The only field that the specification reads.
      '/api/auth/login': { message: 'OTP sent to your email' },
    };
    await page.route('https://backend.example/**', (route) =>
      route.fulfill({
        json: answers[new URL(route.request().url()).pathname] ?? { success: true, message: 'Done' },
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    await page.goto('/login');
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill('whatever');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('button', { name: 'Verify OTP' })).toBeVisible();
    expect(calls).toEqual([
      'GET https://backend.example/api/auth/first-run',
      'POST https://backend.example/api/auth/login',
    ]);

    await page.evaluate(() => {
      sessionStorage.setItem('adminAuthToken', JSON.stringify({ token: 'a-token' }));
    });
    await page.goto('/users');
    await expect.poll(() => calls.length).toBeGreaterThan(1);
    await openPath(page, '/smart-poll');
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
  });
});

// covers 000-3.9
test('edits an offer without an events list from its flat fields', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  const old = {
    _id: '64f0a1',
    title: 'Old Rummy',
    description: 'Play it.',
    coins: 50,
    type: 'install',
    requirements: 'None.',
    trackingUrl: 'https://network.example/?c={click_id}',
    steps: [
      {
        id: 1,
        title: 'Install',
        description: 'It.',
      },
    ],
    event1: 'install',
    epo1: 5,
    ecap1: 10,
    event1Count: 3,
    event2: 'signup',
    event3: 'deposit',
    epo3: 7.5,
  };
  await page.route('**/api/offers/64f0a1', answer(old));
  await page.route('**/api/offers/64f0a1/custom-click-params', answer({ success: true, customClickIdParams: [] }));
  await openPath(page, '/edit-offer/64f0a1');
  const form = page.getByRole('form', { name: 'Edit Offer' });
  const events = form.getByRole('list', { name: 'Event Management' }).getByRole('listitem');
  for (const [at, name, payout, cap, isRequired] of [
    [0, 'install', '5', '10', true],
    [1, 'signup', '0', '1,000', true],
    [2, 'deposit', '7.5', '1,000', false],
  ] as const) {
    await expect(events.nth(at).getByLabel('Event name')).toHaveValue(name);
    await expect(events.nth(at).getByLabel('Payout (₹)')).toHaveValue(payout);
    await expect(events.nth(at).getByLabel('Daily cap')).toHaveValue(cap);
    await expect(events.nth(at).getByRole('checkbox')).toBeChecked({ checked: isRequired });
  }
  await form.getByLabel('Coins').fill('60');
  const { body } = await callOf(page, 'PUT', '/api/offers/64f0a1', () =>
    form.getByRole('button', { name: 'Update Offer' }).click(),
  );
  expect(body).toMatchObject({
    coins: 60,
    rating: 4,
    deadline: '7 days',
    events: ['install', 'signup', 'deposit'].map((eventName, index) => ({ eventName, eventOrder: index + 1 })),
  });
});

// covers 001-3.12 001-7.31
test('lists, pages and exports conversions with only the specified fields', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  await answerLists(page);
  const documented = CONVERSIONS.map(({ reason: _reason, coins: _coins, ...fields }) => ({
    ...fields,
    paymentStatus: 'completed',
  }));
  await page.route(LIST, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const pages = query.get('limit') === '20' ? 3 : 1;
    const conversions = query.get('page') === '3' ? documented.slice(0, 1) : documented;
    return route.fulfill({ json: { success: true, conversions, pagination: { pages } } });
  });
  await openPath(page, '/conversion-reports');
  const rows = page.getByRole('table', { name: 'Conversion Reports' }).locator('tbody tr[data-row]');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText('₹12.50');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('button', { name: /^Page \d/ })).toHaveText(['1', '2', '3']);
  await callOf(page, 'GET', list, () => pages.getByRole('button', { name: 'Page 3' }).click(), { page: '3' });
  await expect(page.getByText('1 of 41 conversions')).toBeVisible();
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled();

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const modal = page.getByRole('dialog', { name: 'Export Conversion Reports' });
  await modal.getByLabel('Start Date').fill('2026-11-01');
  await modal.getByLabel('End Date').fill('2026-11-20');
  const download = page.waitForEvent('download');
  await modal.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('conversion_reports_2026-11-01_to_2026-11-20.xlsx');
  await expectExactText(page, 'Successfully exported 4 conversions to Excel');
  await expect(page.getByText('The file contains the newest')).toHaveCount(0);
});
