import type { Page } from '@playwright/test';
import { answer } from '../support/answers.ts';
import { answerLists, LIST, page20 } from '../support/conversion-lists.ts';
import { openPath } from '../support/open-path.ts';
import { AUTO_PAYOUT, listWithdrawalRows, WITHDRAWALS } from '../support/rows.ts';
import { expect, signIn, test } from '../support/test.ts';

const HUGE = 999_999_999_999;
const FLAGS = [
  'owes_coins',
  'first_withdrawal',
  'shared_upi',
  'shared_account',
  'many_accounts_from_address',
  'fresh_account',
];
const HUGE_ROWS = WITHDRAWALS.map((row) => ({
  ...row,
  amount: HUGE,
  coins: HUGE,
  walletCoins: HUGE,
  flags: FLAGS.map((kind) => ({ kind, count: null, text: kind })),
}));

/** Numbers and badges in table cells that are cut. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('td[data-number], td[data-number] *, td [data-color], td:has([data-color])')]
      .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth)
      .map((element) => element.textContent),
  );

const style = (page: Page, selector: string, name: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), name);

test('opens menus, shows full amounts, sorts on the whole heading, and supports forced colours and reduced motion', async ({
  page,
  world,
}) => {
  await signIn(page, world, '/verify-withdrawals');

  await test.step('keeps the tab style even if the shell loads before the base button style', async () => {
    const tab = page.getByRole('tab', { name: /^Pending/ });
    await expect(tab).toHaveCSS('display', 'flex');
    await expect(tab).not.toHaveCSS('padding-left', '0px');
  });

  await openPath(page, '/users');
  const offers = page.getByRole('banner').getByRole('button', { name: 'Offers' });

  await test.step('names a menu, opens it on press and returns the focus on Escape', async () => {
    await expect(offers).toHaveAttribute('aria-haspopup', 'menu');
    await expect(offers).toHaveAttribute('aria-expanded', 'false');
    await offers.click();
    await expect(page.getByRole('menuitem', { name: 'Create Offer' })).toBeVisible();
    await expect(offers).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(offers).toBeFocused();
  });

  await test.step('opens and closes a panel by keyboard', async () => {
    const view = page.getByRole('button', { name: 'View', exact: true });
    await view.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'View' })).toBeVisible();
    await view.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('does not cut 12-digit amounts and flags at 1366 pixels', async () => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await listWithdrawalRows(page, HUGE_ROWS as never);
    for (const status of ['pending', 'all']) {
      await openPath(page, `/verify-withdrawals?status=${status}`);
      await expect(page.getByText('₹9,99,99,99,99,999.00').first()).toBeVisible();
      await expect.poll(() => cutTexts(page), { message: status }).toEqual([]);
    }
    await answerLists(page, 4);
    await page.unroute(LIST);
    const huge = page20(4).conversions.map((row) => ({ ...row, userPayout: HUGE }));
    await page.route(LIST, answer({ ...page20(4), conversions: huge }));
    await openPath(page, '/conversion-reports');
    await expect(page.getByText('₹9,99,99,99,99,999.00').first()).toBeVisible();
    await expect.poll(() => cutTexts(page)).toEqual([]);
  });

  await test.step('names the orders of cards by their kind', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openPath(page, '/verify-withdrawals');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    const orders = page.getByLabel('Order').locator('option');
    await expect(orders.filter({ hasText: 'Date Requested' })).toHaveText([
      'Date Requested, newest first',
      'Date Requested, oldest first',
    ]);
    await expect(orders.filter({ hasText: 'Amount' })).toHaveText(['Amount, highest first', 'Amount, lowest first']);
    await page.keyboard.press('Escape');
    await openPath(page, '/conversion-reports');
  });

  await test.step('shows the first reports without scrolling at 1440 × 900; a breakdown opens on request', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.locator('tbody tr[data-row="3"]')).toBeInViewport({ ratio: 0.9 });
    await page.getByRole('radiogroup', { name: 'Breakdown' }).getByText('By event').click();
    await expect(page).toHaveURL(/[?&]by=event/);
    await expect(page.getByRole('heading', { name: 'Breakdown by event' })).toBeVisible();
  });

  await test.step('sorts on a click in the corner of a heading', async () => {
    const heading = page.getByRole('columnheader', { name: 'Date', exact: true });
    const { width, height } = (await heading.boundingBox())!;
    await heading.click({ position: { x: width - 3, y: height - 3 } });
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  });

  await test.step('marks active switches, tabs, segments and links in forced colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.route('**/api/auto-payout/status', answer({ ...AUTO_PAYOUT, enabled: true, state: 'on' }));
    await openPath(page, '/verify-withdrawals');
    const on = '.mantine-Switch-input:checked + .mantine-Switch-track';
    await expect(page.locator(on)).toBeVisible();
    const page_ = await style(page, 'body', 'background-color');
    expect(await style(page, on, 'background-color'), 'switch').not.toBe(page_);
    expect(await style(page, '.mantine-SegmentedControl-indicator', 'background-color'), 'segment').not.toBe(page_);
    expect(await style(page, 'header a[aria-current=page]', 'background-color'), 'link').not.toBe(page_);
    const tab = (selected: boolean) => style(page, `[role=tab][aria-selected=${selected}]`, 'color');
    expect(await tab(true), 'tab').not.toBe(await tab(false));
    await page.emulateMedia({ forcedColors: 'none' });
  });

  await test.step('moves nothing with reduced motion, even while a list loads', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('**/api/users?*', () => undefined);
    await page.route('**/api/bulkpe/balance', () => undefined);
    const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running').length;
    for (const path of ['/verify-withdrawals', '/users']) {
      await openPath(page, path);
      await expect(page.getByRole('table').first()).toBeVisible();
      expect(await page.evaluate(moving), path).toBe(0);
    }
    await page.emulateMedia({ reducedMotion: null });
  });
});
