import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { answer } from '../support/answers.ts';
import { listedUser } from '../support/listed-user.ts';
import { expect, signIn, test } from '../support/test.ts';

const FIRST_SCREEN_BYTES = 170_000;
const FURTHER_SCREEN_BYTES = 60_000;
const MOST_NODES_OF_A_USER = 34;

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });

/** The addresses of the scripts that the page has loaded so far. */
function watchScripts(page: Page): ReadonlySet<string> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('.js') && !url.pathname.includes('service-worker')) scripts.add(url.href);
  });
  return scripts;
}

async function packedBytes(scripts: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const script of scripts) {
    const response = await fetch(script);
    bytes += gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length;
  }
  return bytes;
}

test('a screen loads, asks and draws no more than it has to', async ({ page, world }) => {
  const scripts = watchScripts(page);

  await test.step('the sign-in page: at most 170 kB of script', async () => {
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeVisible();
    const bytes = await packedBytes(scripts);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(FIRST_SCREEN_BYTES);
  });

  await signIn(page, world);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'Main' });
  for (const [link, heading] of [
    ['Users', 'User Management'],
    ['Withdrawals', 'Verify Withdrawals'],
  ] as const) {
    await test.step(`${heading}: at most 60 kB more`, async () => {
      const before = new Set(scripts);
      await bar.getByRole('link', { name: link }).click();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(await packedBytes(scripts.difference(before))).toBeLessThan(FURTHER_SCREEN_BYTES);
    });
  }

  await test.step('what a screen asks first is asked once, by its first file', async () => {
    for (const path of ['/', '/users', '/verify-withdrawals', '/conversion-reports']) {
      const asked: string[] = [];
      const listen = (request: Request): void => {
        const url = new URL(request.url());
        if (url.pathname.startsWith('/api/')) asked.push(url.pathname);
      };
      page.on('request', listen);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      page.off('request', listen);
      // Another address than the one that the screen asks itself would be a second call.
      expect(asked, path).toEqual([...new Set(asked)]);
      expect(asked[0], path).toBe('/api/auth/verify');
      expect(asked.length, path).toBeGreaterThan(1);
    }
  });

  await test.step('a row of users: few elements, no component of its own for a tip or a link', async () => {
    const users = Array.from({ length: 50 }, (_, at) => listedUser(`user-${at}`, `Asha ${at}`));
    await page.route('**/api/users?*', answer({ success: true, users, total: 50, totalUsers: 50 }));
    await page.goto('/users');
    const rows = page.locator('tbody tr[data-row]');
    await expect(rows).toHaveCount(50);
    const nodes = await rows.first().evaluate((row) => row.querySelectorAll('*').length);
    expect(nodes).toBeLessThanOrEqual(MOST_NODES_OF_A_USER);
    await expect(rows.locator('[class*=mantine-]')).toHaveCount(0);
  });
});
