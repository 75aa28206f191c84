import type { Browser, Page } from '@playwright/test';
import { setPayoutKey } from '@muneem/sandbox/product';
import { clickButton, downloadOf } from '../support/answers.ts';
import { person } from '../support/person.ts';
import { readWorkbook, SIXTEEN_COLUMNS } from '../support/read-workbook.ts';
import { expect, expectNoSidewaysScroll, signInByHand, test } from '../support/test.ts';
import { ADMIN, PAYOUT_KEY, type TestWorld } from '../support/world.ts';

test.use({ serviceWorkers: 'allow' });

const USER = person('asha-e2e-1', 'Asha Rao', { phone: '+919000012345' });
const UPI = 'asha.rao@okaxis';
const OFFER = 'Paisa Wallet';
test('handles one reward from click to payout and report', async ({ page, browser, world }) => {
  const { provider } = world;

  await test.step('the consumer app registers a user', async () => {
    expect((await world.platform.createUser(USER)).status).toBe(200);
    expect(await world.platform.balance(USER.uid)).toBe(0);
  });

  await test.step('the admin signs in with password and the code from the mail', () => signInByHand(page, world));

  const offerId = await test.step('the admin creates an offer in the form', () => createOffer(page, world));
  const clickId = await test.step('redirects the user from the tracking link to the advertiser', () =>
    followLink(browser, world, offerId));

  const url = await test.step('shows the ad network’s URLs on System URLs', () => readPostbackUrl(page));
  await test.step('counts an event reported six times at once as one conversion and one credit', async () => {
    const answers = await Promise.all(
      Array.from(
        { length: 6 },
        async () =>
          (await fetch(url.replace('{click_id}', clickId))).json() as Promise<{ code: string; conversionId: string }>,
      ),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([
      'accepted',
      ...Array.from({ length: 5 }, () => 'duplicate'),
    ]);
    expect(new Set(answers.map(({ conversionId }) => conversionId)).size).toBe(1);
    expect(await world.platform.balance(USER.uid)).toBe(120);
  });

  await test.step('shows the coins in User Management', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: USER.name });
    await expect(row.getByRole('cell', { name: '120', exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page, 'User Management');
  });

  await test.step('holds the coins when the user requests a withdrawal', async () => {
    const asked = await world.platform.requestWithdrawal({
      uid: USER.uid,
      coins: 100,
      paymentMethod: { type: 'upi', upiId: UPI },
    });
    expect(asked.status).toBe(200);
    expect(await world.platform.balance(USER.uid)).toBe(20);
  });

  await test.step('saves the payout provider’s key', async () => {
    await setPayoutKey(world, world.mailbox, ADMIN.email, PAYOUT_KEY);
  });
  await test.step('pays exactly once after approval', () => approve(page));
  const paid = provider.book.list().filter(({ beneficiary }) => beneficiary === UPI);
  expect(paid).toEqual([expect.objectContaining({ status: 'SUCCESS', amountPaise: 10_000 })]);
  expect(provider.book.summary()).toMatchObject({ doublePayouts: 0, refusedDuplicates: 0 });
  expect(await world.platform.balance(USER.uid)).toBe(20);

  // covers 001-1.6 001-8.26 001-9.15
  await test.step('shows the conversion in Conversion Reports and exports it', () => exportReport(page, clickId));
});

async function createOffer(page: Page, { network }: TestWorld): Promise<string> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Offers' }).click();
  await page.getByRole('menuitem', { name: 'Create Offer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Offer' })).toBeVisible();
  await expectNoSidewaysScroll(page, 'the offer form');
  const form = page.getByRole('form', { name: 'Create New Offer' });
  const steps = form.getByRole('list', { name: 'Steps' });
  const events = form.getByRole('list', { name: 'Event Management' });

  await form.getByRole('button', { name: 'Create Offer' }).click();
  await expect(form.getByText('Title is required')).toBeVisible();

  await form.getByRole('radio', { name: 'Prime' }).check();
  await form.getByLabel('Title').first().fill(OFFER);
  await form.getByLabel('Description').first().fill('Open a wallet and make a first payment.');
  await form.getByLabel('Coins').fill('300');
  await form.getByLabel('Tracking URL').fill(network.trackingUrl('wallet'));
  await form.getByRole('textbox', { name: 'Requirements' }).fill('New users only.');
  await steps.getByLabel('Title').fill('Install');
  await steps.getByLabel('Description').fill('Install the app and open it.');
  await events.getByLabel('Event name').fill('install');
  await events.getByLabel('Payout (₹)').fill('120');
  await events.getByLabel('Required to complete the offer').check();

  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/offers') && response.request().method() === 'POST',
  );
  await form.getByRole('button', { name: 'Create Offer' }).click();
  const { offer } = (await (await saved).json()) as { offer: { _id: string } };
  const notice = page.getByRole('alertdialog').filter({ hasText: 'Offer created successfully!' });
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('row').filter({ hasText: OFFER })).toContainText('300 coins');
  return offer._id;
}

async function readPostbackUrl(page: Page): Promise<string> {
  await page.getByRole('link', { name: `Postback URLs of ${OFFER}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const url = page.getByText(/[/]postback[/].+click_id=\{click_id\}/);
  await expect(url).toHaveCount(1);
  await expectNoSidewaysScroll(page, 'System URLs');
  return (await url.textContent()) ?? '';
}

/** Simulates the user's phone, which is signed out. */
async function followLink(browser: Browser, { product, network }: TestWorld, offerId: string): Promise<string> {
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    viewport: { width: 390, height: 844 },
  });
  try {
    const page = await phone.newPage();
    await page.goto(`${product.url}/track/${offerId}?uid=${USER.uid}&p1=${encodeURIComponent(UPI)}`);
    const landed = new URL(page.url());
    expect(landed.origin).toBe(network.url);
    expect(landed.searchParams.get('sub')).toBe(UPI);
    const clickId = landed.searchParams.get('click_id') ?? '';
    expect(clickId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    return clickId;
  } finally {
    await phone.close();
  }
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Withdrawals' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: UPI });
  await expect(row).toContainText('₹100.00');
  await expectNoSidewaysScroll(page, 'Verify Withdrawals');
  await row.getByRole('button', { name: /Approve/ }).click();
  await clickButton(page.getByRole('alertdialog'), /Approve|Pay/);
  await expect(page.getByText(/Withdrawal approved and payment initiated!/).first()).toBeVisible();
  await page.getByRole('tab', { name: /Completed/ }).click();
  await expect(row).toContainText('Completed');
}

async function exportReport(page: Page, clickId: string): Promise<void> {
  await page.goto('/conversion-reports');
  const row = page.getByRole('row').filter({ hasText: clickId });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('₹120.00');
  await expect(row).toContainText('install');
  await expectNoSidewaysScroll(page, 'Conversion Reports');

  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
  const today = dayOf.format(new Date());
  // Midnight may have passed since the postback.
  const yesterday = dayOf.format(new Date(Date.now() - 86_400_000));
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const modal = page.getByRole('dialog', { name: 'Export Conversion Reports' });
  await modal.getByLabel('Start Date').fill(yesterday);
  await modal.getByLabel('End Date').fill(today);
  const { name, file } = await downloadOf(page, () => modal.getByRole('button', { name: 'Export' }).click());
  expect(name).toBe(`conversion_reports_${yesterday}_to_${today}.xlsx`);
  // Previous journeys have created conversions today.
  const notice = page.getByText(/^Successfully exported \d+ conversions to Excel$/).first();
  const count = Number(/\d+/.exec((await notice.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThanOrEqual(1);

  const { sheets, rows } = readWorkbook(file);
  expect(sheets).toEqual(['Conversion Reports']);
  expect(rows).toHaveLength(count + 1);
  for (const cells of rows) expect(cells).toHaveLength(SIXTEEN_COLUMNS.length);
  expect(rows[0]).toEqual(SIXTEEN_COLUMNS);
  expect(rows.find(([id]) => id === clickId)).toEqual(expect.arrayContaining([USER.name, USER.email, OFFER]));
}
