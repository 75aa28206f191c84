import type { Locator, Page } from '@playwright/test';
import { deleteOffer } from '@muneem/contract/offers';
import { downloadOf, expectText } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { makeTrackedOffer, type TrackedOffer } from '../support/tracked-offer.ts';
import { avoidMidnight } from '../support/avoid-midnight.ts';

/** The list of document 001 §9. */
const MACROS = 'click_id offer_id event_name company_id timestamp user_ip payout currency p1 p2 p3 p4 p5 p6';
const EVENTS = [
  { eventName: 'install', eventPayout: 12.5, eventCap: 5 },
  { eventName: 'deposit', eventPayout: 1040, eventCap: 1 },
];

// covers 001-1.8
test('shows correct figures on the postback screen and copies shown values', async ({ page, world, company }) => {
  await avoidMidnight();
  await signIn(page, world);
  const offer = await makeTrackedOffer(world, 'Offer with known figures', EVENTS);
  // Two succeed, one has another event, one fails and one is inactive.
  for (const [companyName, eventName, path, active] of [
    ['Adjust', 'install', 'adjust', true],
    ['Adjust', 'deposit', 'adjust', true],
    ['Kochava', 'install', 'kochava', true],
    ['Branch', 'install', 'sunset', true],
    ['Singular', 'deposit', 'singular', false],
  ] as const) {
    const postbackUrl = `${company.url}/postback/${path}?c={click_id}`;
    await offer.addPostback({ companyName, eventName, postbackUrl, retryCount: 0 }, { active });
  }
  for (const event of ['install', 'install', 'deposit']) await offer.convert(event);
  // Three requests for each of the two installs, one for the deposit.
  await expect.poll(() => company.total()).toBe(7);

  // covers 001-2.25 001-2.26 001-2.27 001-3.13
  await test.step('System URLs shows the tracking link, the token and each event’s payout, daily cap, count, remaining and URL', () =>
    readSystemUrls(page, offer));
  // covers 001-2.26
  await test.step('shows the stat cards', () => readCards(page));
  // covers 001-2.31
  await test.step('Analytics counts events and companies', () => readAnalytics(page, offer));
  // covers 001-2.29
  await test.step('filters by company and keeps the filter in the URL', () => filterByCompany(page, offer));
  // covers 001-2.30 001-3.16
  await test.step('counts the sent requests on the card', async () => {
    for (const [company, numbers] of [
      ['Branch', ['Total fired2', 'Success0', 'Errors2', 'Success rate0%']],
      ['Kochava', ['Total fired2', 'Success2', 'Errors0', 'Success rate100%']],
    ] as const) {
      const card = page.getByRole('article', { name: `${company}, install` });
      await expect(card.locator('dl').first().locator('div')).toHaveText([...numbers]);
    }
  });
  // covers 001-2.33
  await test.step('explains the fourteen macros in the help panel and copies them', () => readMacros(page));
  await test.step('exports only the filtered rows', () => takeInstalls(page, offer));
  await world.call(deleteOffer, { params: { id: offer.id } });
});

const expectCopied = (page: Page, value: string): Promise<void> =>
  expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value);

async function readSystemUrls(
  page: Page,
  { id, title, securityToken, trackingLink, urls }: TrackedOffer,
): Promise<void> {
  await openPath(page, `/postback-urls/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Postback Management' })).toBeVisible();
  await expect(page.locator('header').getByText(title, { exact: true })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['System URLs', 'Custom Postbacks', 'Analytics', 'Log']);
  const system = page.getByRole('region', { name: 'System URLs' });
  await expect(system.getByText('Global security token')).toBeVisible();
  await expect(system.getByText(securityToken, { exact: true })).toBeVisible();
  await system.getByRole('button', { name: 'Copy security token' }).click();
  await expectCopied(page, securityToken);
  await system.getByRole('button', { name: 'Copy tracking link' }).click();
  await expectCopied(page, `${trackingLink}?uid=USER_ID`);

  const cards = system.getByRole('list', { name: 'System URLs' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  for (const [event, facts] of [
    ['install', ['Payout₹12.50 = 12 coins', 'Daily cap5', 'Current count2', 'Remaining3']],
    ['deposit', ['Payout₹1,040.00 = 1,040 coins', 'Daily cap1', 'Current count1', 'Remaining0 · Cap reached']],
  ] as const) {
    const card = cards.filter({ has: page.getByRole('heading', { name: event, exact: true }) });
    await expect(card.locator('dl > div')).toHaveText([...facts]);
    await expect(card.getByLabel(`Postback URL of ${event}`, { exact: true })).toHaveText(urls[event]!.url);
    await card.getByRole('button', { name: `Copy postback URL of ${event}` }).click();
    await expectCopied(page, urls[event]!.url);
  }
}

async function readCards(page: Page): Promise<void> {
  const cards = page.getByRole('region', { name: 'Custom postbacks in numbers' });
  for (const parts of [
    ['Total Postbacks', '5', '4 active'],
    ['Companies', '4'],
    ['Total Fired', '7', '0 waiting to be sent'],
    ['Success Rate', '71.4%', '2 given up'],
  ])
    await expect(cards.getByRole('link').filter({ hasText: parts[0]! }).locator('span')).toHaveText(parts);
}

async function readAnalytics(page: Page, { id }: TrackedOffer): Promise<void> {
  await openPath(page, `/postback-urls/${id}?tab=analytics`);
  await expectRows(page.getByRole('table', { name: 'Event breakdown' }), [
    ['Event', 'Postbacks', 'Fired', 'Success', 'Errors', 'Success rate'],
    ['install', '3', '6', '4', '2', '66.7%'],
    ['deposit', '2', '1', '1', '0', '100%'],
  ]);
  await expectRows(page.getByRole('table', { name: 'Company performance' }), [
    ['Company', 'Postbacks', 'Fired', 'Success', 'Errors', 'Success rate'],
    ['Adjust', '2', '3', '3', '0', '100%'],
    ['Branch', '1', '2', '0', '2', '0%'],
    ['Kochava', '1', '2', '2', '0', '100%'],
    ['Singular', '1', '0', '0', '0', '–'],
  ]);
  const chart = page.getByRole('figure', { name: /^Custom postbacks sent in the last/ });
  const readout = chart.getByRole('slider');
  await expect(readout).toHaveAttribute('aria-valuetext', /Success 5, Errors 2/);
  // A day without calls is a gap: one day of response times is a mark without a line.
  await expect(chart.locator('circle')).toHaveCount(1);
  await expect(chart.locator('polyline')).toHaveAttribute('points', /^[^ ]+$/);
  await chart.getByRole('button', { name: 'Show as table' }).click();
  const rows = chart.getByRole('row');
  await expect(rows.first().locator('th')).toHaveText(['Day', 'Success', 'Errors', 'Response time']);
  // The whole period, then today.
  for (const index of [1, 2]) await expect(rows.nth(index).locator('td').first()).toHaveText('5');
  for (const index of [1, 2]) await expect(rows.nth(index).locator('td').nth(1)).toHaveText('2');
  await expect(rows.nth(3).locator('td')).toHaveText(['0', '0', '–']);
  await expectAccessible(page, 'analytics');
  await expectNoSidewaysScroll(page, 'analytics');
}

/** Compares the heading and every row of a table. */
async function expectRows(table: Locator, rows: readonly (readonly string[])[]): Promise<void> {
  await expect(table.getByRole('row')).toHaveCount(rows.length);
  for (const [index, cells] of rows.entries())
    await expect(table.getByRole('row').nth(index).locator('th, td')).toHaveText([...cells]);
}

async function filterByCompany(page: Page, { id }: TrackedOffer): Promise<void> {
  await openPath(page, `/postback-urls/${id}?tab=custom`);
  const filter = page.getByRole('combobox', { name: 'Company' });
  const articles = page.getByRole('article');
  await expect(filter.locator('option')).toHaveText(['All companies', 'Adjust', 'Branch', 'Kochava', 'Singular']);
  await expect(filter).toHaveValue('');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([/^Adjust/, /^Branch/, /^Kochava/, /^Singular/]);
  await expect(articles).toHaveCount(5);

  await filter.selectOption('Adjust');
  await expect(page).toHaveURL(/[?&]company=Adjust(&|$)/);
  await expect(articles).toHaveCount(2);
  for (const event of ['install', 'deposit'])
    await expect(page.getByRole('article', { name: `Adjust, ${event}` })).toBeVisible();
  await expectText(page, '2 of 5 postbacks');

  await openPath(page, `/postback-urls/${id}?tab=custom&company=Kochava`);
  await expect(filter).toHaveValue('Kochava');
  await expect(articles).toHaveCount(1);
  await expect(page.getByRole('article', { name: 'Kochava, install' })).toBeVisible();
  await filter.selectOption('All companies');
  await expect(articles).toHaveCount(5);
  await expect(page).not.toHaveURL(/company=/);
}

async function readMacros(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Macros' });
  const names = MACROS.split(' ').map((name) => `{${name}}`);
  await expect(panel.locator('dt')).toHaveText(names);
  await expect(panel.locator('dd').filter({ hasText: /\S/ })).toHaveCount(names.length);
  for (const name of names) {
    await panel.getByRole('button', { name: `Copy ${name}`, exact: true }).click();
    await expectCopied(page, name);
  }
}

/** Reports installs of this offer and compares its rows with all rows. */
async function takeInstalls(page: Page, { id, title }: TrackedOffer): Promise<void> {
  await openPath(page, `/conversion-reports?offer=${id}&event=install`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('dialog').getByText('All that match').click();
  await page.getByRole('button', { name: 'Export all rows' }).click();
  const { name, file } = await downloadOf(page, () => page.getByRole('menuitem', { name: 'CSV (.csv)' }).click());
  expect(name).toMatch(/^conversion_reports_start_to_\d{4}-\d\d-\d\d\.csv$/);
  const lines = file.toString('utf8').trim().split(/\r?\n/);
  expect(lines).toHaveLength(3);
  for (const line of lines.slice(1)) expect(line).toContain(`${title},install,postback,approved`);
}
