import type { Locator, Page } from '@playwright/test';
import { startTrackingCompany, type TrackingCompany } from '@muneem/sandbox/tracking-company';
import { expectText } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';

const SECRET = 'tracker-secret-0123456789';

// covers 001-1.8
test('reports every conversion to a tracking company and shows each attempt', async ({ page, world, company }) => {
  await signIn(page, world);
  const events = [{ eventName: 'install', eventPayout: 12.5, eventCap: 100 }];
  const offer = await makeTrackedOffer(world, 'Tracked wallet', events);
  const convert = (): Promise<string> => offer.convert('install');

  // covers 001-2.26
  await test.step('a new offer has no custom postback yet', async () => {
    await openPath(page, `/postback-urls/${offer.id}?tab=custom`);
    await expect(page.getByText('No custom postbacks yet')).toBeVisible();
    await expect(page.getByText('Tracked wallet')).toBeVisible();
    for (const card of ['Total Postbacks', 'Companies', 'Total Fired', 'Success Rate'])
      await expect(page.getByRole('region', { name: 'Custom postbacks in numbers' }).getByText(card)).toBeVisible();
  });
  // covers 001-2.28 001-5.7 001-5.8 001-9.11
  await test.step('adds a postback and inserts macros at the cursor by keyboard', () => addPostback(page, company));
  const card = page.getByRole('article', { name: 'Trackier, install' });
  // covers 001-4.13
  await test.step('starts inactive and hides its secret', async () => {
    await expect(card.getByText('Inactive')).toBeVisible();
    await expect(card.getByText('Unknown macros, sent unchanged: {affiliate}')).toBeVisible();
    await expect(page.locator('body')).not.toContainText(SECRET);
    await expectNoSidewaysScroll(page, 'custom postbacks');
  });

  // covers 001-2.30 001-4.14 001-7.22
  await test.step('reports a conversion when active', async () => {
    await card.getByRole('button', { name: 'Activate: Trackier, install' }).click();
    await expect(card.getByText('Active', { exact: true })).toBeVisible();
    await expectText(page, 'Postback activated successfully');
    const clickId = await convert();
    await expect.poll(() => company.received()[0]?.query['c']).toBe(clickId);
    expect(company.received()[0]).toMatchObject({ authorization: `Bearer ${SECRET}`, query: { x: '{affiliate}' } });
    await readDelivery(page, clickId, company);
  });

  // covers 001-2.30 001-4.14
  await test.step('reports nothing when paused', async () => {
    await page.getByRole('tab', { name: 'Custom Postbacks' }).click();
    await press(page, card, 'Pause: Trackier, install');
    await expect(card.getByText('Inactive')).toBeVisible();
    await expectText(page, 'Postback paused successfully');
    const before = company.total();
    const untold = await convert();
    // Deliveries are sent in order: an unwanted one would have arrived before this one.
    await press(page, card, 'Activate: Trackier, install');
    const told = await convert();
    await expect.poll(() => company.received()[0]?.query['c']).toBe(told);
    await press(page, card, 'Pause: Trackier, install');
    expect(company.total()).toBe(before + 1);
    expect(company.received().map(({ query }) => query['c'])).not.toContain(untold);
  });

  await test.step('keeps its secret when edited and asks before discarding changes', () => editPostback(page));
  await test.step('resends all failed deliveries at once', () => resendFailed(page, convert, company));
  await test.step('shows verdict and reason of each inbound postback', () =>
    readInbound(page, offer.urls['install']!.url));
  // covers 001-2.30 001-5.10 001-7.22
  await test.step('deletes the postback', async () => {
    await page.getByRole('tab', { name: 'Custom Postbacks' }).click();
    await page.getByRole('button', { name: 'Delete: Trackier India, install' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('Are you sure you want to delete the postback of Trackier India for install?');
    await dialog.getByRole('button', { name: 'Delete postback' }).click();
    await expect(page.getByText('Postback deleted successfully').first()).toBeVisible();
    await expect(page.getByRole('article', { name: 'Trackier India, install' })).toHaveCount(0);
  });
});

/** Activates or pauses. The card changes at once, and the toast confirms the server's response. */
async function press(page: Page, card: Locator, name: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/toggle') && response.ok());
  await card.getByRole('button', { name, exact: true }).click();
  await answered;
  // The page has read the answer, so a form opened now has the new version.
  await expect(card.getByRole('button', { name: /^(Activate|Pause): / })).toBeEnabled();
}

async function addPostback(page: Page, company: TrackingCompany): Promise<void> {
  await page.getByRole('button', { name: 'Add Postback' }).first().click();
  const form = page.getByRole('form', { name: 'Add Postback' });
  await expectAccessible(page, 'Add Postback');
  await expectNoSidewaysScroll(page, 'Add Postback');
  await form.getByRole('button', { name: 'Add Postback' }).click();
  for (const message of [
    'Company name is required',
    'Company ID is required',
    'Event type is required',
    'Postback URL is required',
  ])
    await expect(form.getByText(message)).toBeVisible();
  await expect(form.getByLabel('Company name')).toBeFocused();

  await form.getByLabel('Company name').fill('Trackier');
  await form.getByRole('textbox', { name: 'Company ID' }).fill('tr-1');
  await form.getByLabel('Event type').selectOption('install');
  const url = form.getByLabel('Postback URL');
  await url.fill(`${company.url}/postback?c=&e={event_name}&s={p1}&x={affiliate}`);
  await expect(form.getByText('Unknown macros: {affiliate}.')).toBeVisible();
  await url.press('Home');
  for (let at = 0; at < `${company.url}/postback?c=`.length; at += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: /^Insert \{click_id\}/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(url).toHaveValue(`${company.url}/postback?c={click_id}&e={event_name}&s={p1}&x={affiliate}`);
  await expect(url).toBeFocused();

  await form.getByLabel('Contact email').fill('nobody');
  await form.getByLabel('Type', { exact: true }).selectOption('bearer');
  await form.getByRole('button', { name: 'Add Postback' }).click();
  await expect(form.getByText('Token is required')).toBeVisible();
  await expect(form.getByText('Use an email address like name@example.com')).toBeVisible();
  await form.getByLabel('Contact email').fill('ops@trackier.example');
  await form.getByLabel(/^Token/).fill(SECRET);
  await form.getByRole('button', { name: 'Add Postback' }).click();
  await expect(form).toHaveCount(0);
}

async function readDelivery(page: Page, clickId: string, { url }: TrackingCompany): Promise<void> {
  await page.getByRole('tab', { name: 'Log', exact: true }).click();
  await page.getByText('Outbound', { exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: clickId });
  await expect(row).toContainText('Delivered');
  await expect(row).toContainText('200');
  await expectAccessible(page.getByRole('table'), 'the outbound log');
  await expectNoSidewaysScroll(page, 'the outbound log');
  await row.getByRole('link').first().click();
  const drawer = page.getByRole('dialog', { name: 'Delivery' });
  await expect(drawer.getByRole('heading', { name: 'Attempt 1', exact: true })).toBeVisible();
  await expect(drawer).toContainText(`c=${clickId}&e=install&s=sub%20one`);
  await expect(page).toHaveURL(/delivery=/);
  await drawer.getByRole('button', { name: 'Copy as cURL' }).click();
  await expectText(page, 'cURL command copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `curl '${url}/postback?c=${clickId}&e=install&s=sub%20one&x={affiliate}'`,
  );
  await expectAccessible(page, 'one delivery in full');
  await drawer.getByRole('link', { name: clickId }).click();
  await expect(page).toHaveURL(new RegExp(`/clicks/${clickId}$`));
  await page.goBack();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
}

async function editPostback(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit: Trackier, install' }).click();
  const form = page.getByRole('form', { name: 'Edit postback' });
  await expect(form.getByLabel(/^Token/)).toHaveValue('');
  await form.getByLabel('Company name').fill('Trackier India');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await form.getByLabel('Priority').fill('11');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByText('Priority must be a whole number from 1 to 10')).toBeVisible();
  await form.getByLabel('Priority').fill('2');
  await form.getByLabel('Retry count').fill('0');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toHaveCount(0);
  const card = page.getByRole('article', { name: 'Trackier India, install' });
  await expect(card.getByText('Priority 2')).toBeVisible();
  await press(page, card, 'Activate: Trackier India, install');
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
}

/** The company is down. Its postbacks have no retries, so the deliveries fail at once. */
async function resendFailed(page: Page, convert: () => Promise<string>, company: TrackingCompany): Promise<void> {
  await company.close();
  const clickId = await convert();
  await page.getByRole('tab', { name: 'Log', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: clickId });
  await expect(row).toContainText('Given up', { timeout: 25_000 });
  await expect(row).toContainText('No connection');
  const back = await startTrackingCompany({ port: company.port, moody: false });
  try {
    await page.getByRole('button', { name: 'Resend all failed (1)' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resend 1' }).click();
    await expect(row).toContainText('Delivered', { timeout: 25_000 });
    // Includes the secret, which the edit form never contained.
    expect(back.received()[0]).toMatchObject({ authorization: `Bearer ${SECRET}`, query: { c: clickId } });
  } finally {
    await back.close();
  }
}

async function readInbound(page: Page, url: string): Promise<void> {
  expect((await fetch(url.replace(/token=[^&]*/, 'token=wrong'))).status).toBe(401);
  await page.getByText('Inbound', { exact: true }).click();
  await page.getByLabel('Verdict').selectOption({ label: 'Wrong token' });
  await expect(page).toHaveURL(/verdict=bad_token/);
  const row = page.getByRole('row').filter({ hasText: 'GET 401' });
  await expect(row).toHaveCount(1);
  await expectAccessible(page.getByRole('table'), 'the inbound log');
  await expectNoSidewaysScroll(page, 'the inbound log');
  await row.getByRole('link').first().click();
  const drawer = page.getByRole('dialog', { name: 'Inbound postback' });
  await expect(drawer).toContainText('bad_token');
  await expect(drawer).toContainText('These postbacks cannot be replayed');
  await expectAccessible(page, 'one inbound postback in full');
  await page.keyboard.press('Escape');
  await page.getByLabel('Verdict').selectOption({ label: 'Accepted' });
  await expect(page.getByRole('row').filter({ hasText: 'GET 200' })).toHaveCount(4);
}
