import type { Page, Route } from '@playwright/test';
import { createCustomPostback } from '@muneem/contract/custom-postbacks';
import { createOffer, deleteOffer } from '@muneem/contract/offers';
import { signInAdmin } from '@muneem/sandbox/product';
import { expect, signIn, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });

const OFFER = {
  title: 'Meets every postback failure',
  description: 'Watch it.',
  coins: 20,
  type: 'video' as const,
  requirements: 'None.',
  trackingUrl: 'https://network.example/?c={click_id}',
  steps: [{ title: 'Watch', description: 'It.' }],
  events: [{ eventName: 'install' }],
};
const POSTBACK = {
  companyName: 'Branch',
  companyId: 'br-1',
  eventName: 'install',
  postbackUrl: 'https://branch.example/pb?c={click_id}',
};
const ABORT = (route: Route): Promise<void> => route.abort();
const refuse =
  (message: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status: 409, json: { success: false, code: 'wrong_state', message } });
const said = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();
/** Only what changes something. */
const onWrites =
  (answer: (route: Route) => Promise<void>) =>
  (route: Route): Promise<void> =>
    route.request().method() === 'GET' ? route.continue() : answer(route);

test('what fails on the postback screen is said in the words of the specification', async ({
  page,
  world,
  complaints,
}) => {
  test.setTimeout(300_000);
  await signIn(page, world);
  const admin = await signInAdmin({ url: world.product.url, mailbox: world.mailbox, ...ADMIN });
  const { offer } = await admin.call(createOffer, { body: OFFER });
  await expect(async () => {
    await admin.call(createCustomPostback, { params: { id: offer._id }, body: POSTBACK });
  }).toPass({ timeout: 5_000 });
  const screen = `/postback-urls/${offer._id}`;

  await test.step('each part says in the specification’s words what could not be fetched, and Retry fetches it', async () => {
    const parts = [
      [`**/api/offers/${offer._id}`, 'Failed to fetch offer details', 'system', OFFER.title],
      ['**/api/offers/*/postback-urls', 'Failed to fetch postback URLs', 'system', 'Global security token'],
      ['**/api/offers/*/custom-postbacks*', 'Failed to fetch custom postbacks', 'custom', 'br-1'],
      ['**/api/offers/*/postback-stats*', 'Failed to fetch postback stats', 'analytics', 'Event breakdown'],
    ] as const;
    for (const [calls, text, tab, content] of parts) {
      await page.route(calls, ABORT);
      await page.goto(`${screen}?tab=${tab}`);
      await said(page, text);
      await page.unroute(calls);
      await page.getByRole('button', { name: 'Retry' }).first().click();
      await said(page, content);
    }
  });

  await test.step('the form says that the events are missing, and Retry brings them', async () => {
    await page.route('**/api/offers/*/postback-urls', ABORT);
    await page.goto(`${screen}?tab=custom`);
    await page.getByRole('button', { name: 'Add Postback' }).click();
    const form = page.getByRole('form', { name: 'Add Postback' });
    await expect(form.getByText('Failed to fetch postback URLs')).toBeVisible();
    await page.unroute('**/api/offers/*/postback-urls');
    await form.getByRole('button', { name: 'Retry' }).click();
    await form.getByLabel('Event type').selectOption('install');
  });

  const card = page.getByRole('article', { name: 'Branch, install' });
  await test.step('each act that fails says so in the specification’s words and loses nothing', async () => {
    await page.route('**/api/**', onWrites(ABORT));
    await page.goto(`${screen}?tab=custom`);
    await card.getByRole('button', { name: 'Activate: Branch, install' }).click();
    await said(page, 'Error toggling status');
    await expect(card.getByText('Inactive')).toBeVisible();
    const sent = page.waitForRequest(/\/custom-postbacks\/[^/]+\/test$/);
    await card.getByRole('button', { name: 'Test: Branch, install' }).click();
    expect((await sent).postDataJSON()).toEqual({ testData: {} });
    await said(page, 'Error testing postback');
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: 'Delete: Branch, install' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete postback' }).click();
    await expect(question.getByText('Error deleting postback')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeVisible();

    await page.getByRole('button', { name: 'Add Postback' }).click();
    const form = page.getByRole('form', { name: 'Add Postback' });
    await form.getByLabel('Company name').fill('Singular');
    await form.getByRole('textbox', { name: 'Company ID' }).fill('si-1');
    await form.getByLabel('Event type').selectOption('install');
    await form.getByLabel('Postback URL').fill('https://singular.example/pb?c={click_id}');
    await form.getByRole('button', { name: 'Add Postback' }).click();
    await said(page, 'Error creating postback');
    await expect(form.getByLabel('Company name')).toHaveValue('Singular');
    await page.unroute('**/api/**');
  });

  await test.step('the server’s own message goes before the fixed text', async () => {
    await page.route('**/api/**', onWrites(refuse('The tracking desk is closed')));
    const form = page.getByRole('form', { name: 'Add Postback' });
    await form.getByRole('button', { name: 'Add Postback' }).click();
    await expect(form.getByText('The tracking desk is closed')).toBeVisible();
    await expect(form.getByText('Error creating postback')).toHaveCount(0);
    await page.unroute('**/api/**');
    await form.getByRole('button', { name: 'Add Postback' }).click();
    await expect(page.getByRole('article', { name: 'Singular, install' })).toBeVisible();
  });

  await page.goto('about:blank');
  complaints.splice(0);
  await admin.call(deleteOffer, { params: { id: offer._id } });
});
