import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createPlatformClient,
  createSampleOffer,
  createSampleUser,
  setPayoutKey,
  signInAdmin,
  startProduct,
} from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import { newAdmin } from '../support/new-admin.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, openSession, signIn, test } from '../support/test.ts';
import { ADMIN, PAYOUT_KEY } from '../support/world.ts';

test('guides an empty installation until everything is set up', async ({ page, world }) => {
  const { mailbox, provider } = world;
  const folder = await mkdtemp(join(tmpdir(), 'muneem-first-run-'));
  const port = await freePort();
  const start = (settings: Record<string, string>) =>
    startProduct({ port, settings: { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error', ...settings } });

  await test.step('the sign-in page says how to make the first administrator', async () => {
    const product = await start({});
    await page.goto(`${product.url}/login`);
    await expect(page.getByText('There is no administrator yet')).toBeVisible();
    await expect(page.getByText('Without SMTP_URL the sign-in code is not mailed')).toBeVisible();
    await expectAccessible(page, 'the sign-in page of an empty installation');
    await expectNoSidewaysScroll(page, 'the sign-in page of an empty installation');
    await page.goto('about:blank');
    await product.stop();
  });

  const platformKey = 'first-run-key-0123456789';
  const product = await start({
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SMTP_URL: mailbox.smtpUrl,
    BULKPE_BASE_URL: provider.url,
    EGRESS_ALLOW: '127.0.0.1/32',
    PLATFORM_API_KEY: platformKey,
    BACKUP_DIR: join(folder, 'backups'),
  });
  try {
    await page.goto(`${product.url}/login`);
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByText('There is no administrator yet')).toHaveCount(0);

    const admin = await signInAdmin({ url: product.url, mailbox, ...ADMIN });
    await openSession(page, { ...world, product }, admin);
    await page.goto(product.url);
    const list = page.getByRole('region', { name: 'Set up Muneem' });
    await expect(list).toContainText('4 of 8 done');
    await expectAccessible(page, 'the checklist');
    await expectNoSidewaysScroll(page, 'the checklist');
    await list.getByRole('link', { name: 'Enter the key' }).click();
    await expect(page.locator('#bulkpe-api-key')).toBeFocused();

    await setPayoutKey(admin, mailbox, ADMIN.email, PAYOUT_KEY);
    const offer = await createSampleOffer(admin, { coins: 10, trackingUrl: 'https://network.example/?c={click_id}' });
    const platform = createPlatformClient({ url: product.url, key: platformKey });
    await page.goto(product.url);
    await expect(list).toContainText('5 of 8 done');
    const opened = page.waitForEvent('popup');
    await list.getByRole('link', { name: 'Open the tracking link' }).click();
    await (await opened).close();
    await expect(list).toContainText('6 of 8 done');
    await createSampleUser(platform, 'asha');
    const clickId = await platform.createClick({ uid: 'asha', offerId: offer.offerId });
    await fetch(offer.urls['install']!.replace('{click_id}', clickId));
    await expect(list).toContainText('7 of 8 done');
    await newAdmin({ ...world, product, call: admin.call }, { email: 'second@muneem.example' });
    await expect(page.getByText('Total Users')).toBeVisible();
    await expect(list).toHaveCount(0);
  } finally {
    await page.goto('about:blank');
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('dismisses the checklist for good', async ({ page, world }) => {
  await signIn(page, world, '/');
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('heading', { name: 'Set up Muneem' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Total Users')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Set up Muneem' })).toHaveCount(0);
});
