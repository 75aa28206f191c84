import type { Page } from '@playwright/test';
import { hasRight, rights, ROLE_NAMES, ROLE_TEXTS, ROLES } from '@muneem/contract/rights';
import { downloadOf } from '../support/answers.ts';
import { newAdmin } from '../support/new-admin.ts';
import { openPath } from '../support/open-path.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, openSession, signIn, test } from '../support/test.ts';

async function download(page: Page, press: () => Promise<void>): Promise<{ name: string; lines: string[] }> {
  const { name, file } = await downloadOf(page, press);
  return { name, lines: file.toString('utf8').split('\r\n').slice(0, -1) };
}

test('shows an auditor who may do what, and saves it and the filtered audit log as files', async ({ page, world }) => {
  await openSession(page, world, await newAdmin(world, { email: 'ca@muneem.example', role: 'auditor' }));
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Admin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Who may do what' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who may do what');
  for (const role of ROLES) await expect(page.getByText(ROLE_TEXTS[role])).toBeVisible();

  const table = page.getByRole('table');
  await expect(table.locator('th[scope=row]')).toHaveCount(Object.keys(rights).length);
  const row = table.getByRole('row', { name: /^Approve or reject withdrawals/ });
  await expect(row.getByRole('cell')).toHaveText(
    ROLES.map((role) => (hasRight(role, rights.decideWithdrawals) ? '✓Yes' : '–No')),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, '/roles');
  await expect(table.getByRole('columnheader', { name: 'Auditor' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page.getByRole('main'), '/roles');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(row.getByRole('rowheader')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await page.emulateMedia({ media: null, colorScheme: null });

  const saved = await download(page, () => page.getByRole('button', { name: 'Save as file' }).click());
  expect(saved.name).toMatch(/^who-may-do-what-\d{4}-\d\d-\d\d\.csv$/);
  expect(saved.lines[0]).toBe(`\uFEFF"Area","Right",${ROLES.map((role) => `"${ROLE_NAMES[role]}"`).join(',')}`);
  expect(saved.lines).toHaveLength(1 + Object.keys(rights).length);
  expect(saved.lines).toContain('"Payments","Approve or reject withdrawals","Yes","Yes","No","No","No"');

  await openPath(page, '/audit?action=auth.sign_in&recordType=admin');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const log = await download(page, () => page.getByRole('menuitem', { name: 'CSV (.csv)' }).click());
  expect(log.name).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  const shown = await page.getByRole('main').getByRole('table').locator('tbody tr').count();
  expect(log.lines).toHaveLength(1 + shown);
});

test('shows the table to a team of one', async ({ page, world }) => {
  await signIn(page, world, '/roles');
  await expect(page.getByRole('table').locator('th[scope=row]')).toHaveCount(Object.keys(rights).length);
});
