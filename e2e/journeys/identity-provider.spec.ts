import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_CLIENT, startIdentityProvider, type IdentityProvider } from '@muneem/sandbox/identity-provider';
import { startProduct, type Product } from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import type { Page } from '@playwright/test';
import { allowConsoleErrors, expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';
import type { TestWorld } from '../support/world.ts';

/** The owner in the company's books. The provider writes the address in other letters. */
const OWNER = { email: 'admin@muneem.example', password: 'correct horse battery' };

/** A product of its own with the company's identity provider. */
async function startCompany({ mailbox }: TestWorld) {
  const folder = await mkdtemp(join(tmpdir(), 'muneem-oidc-'));
  const port = await freePort();
  const provider = await startIdentityProvider({ productUrl: `http://127.0.0.1:${port}` });
  const start = (settings: Record<string, string> = {}): Promise<Product> =>
    startProduct({
      port,
      settings: {
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        SMTP_URL: mailbox.smtpUrl,
        EGRESS_ALLOW: '127.0.0.1/32',
        ADMIN_EMAIL: OWNER.email,
        ADMIN_PASSWORD: OWNER.password,
        OIDC_ISSUER: provider.url,
        OIDC_CLIENT_ID: SANDBOX_CLIENT.id,
        OIDC_CLIENT_SECRET: SANDBOX_CLIENT.secret,
        OIDC_NAME: 'Example Rewards Pvt Ltd',
        ...settings,
      },
    });
  const close = async (): Promise<void> => {
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { provider, start, close };
}

const button = (page: Page) => page.getByRole('button', { name: 'Sign in with Example Rewards Pvt Ltd' });

/** Goes through the provider as this person. */
async function signInAs(page: Page, person: string): Promise<void> {
  await button(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in to the company' })).toBeVisible();
  await page.getByRole('button', { name: person }).press('Enter');
}

const forget = (page: Page) => page.context().clearCookies();

async function checkLooks(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expectNoSidewaysScroll(page, what);
}

async function signInAndOut(page: Page, provider: IdentityProvider, { url }: Product): Promise<void> {
  await test.step('offers the provider below the form, and signs in by keyboard', async () => {
    await page.goto(`${url}/users?search=asha`);
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(button(page)).toBeVisible();
    await checkLooks(page, 'the sign-in page with a provider');
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await signInAs(page, 'Om, the owner');
    await expect(page).toHaveURL(`${url}/users?search=asha`);
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
    const token = await page.evaluate(() => sessionStorage.getItem('adminAuthToken') ?? '');
    expect(token).toContain('token');
    expect(addresses.join(' ')).not.toContain((JSON.parse(token) as { token: string }).token);
  });

  await test.step('lists the session, and ends it when the provider signs the person out', async () => {
    await page.goto(`${url}/account`);
    await expect(page.getByText('This device')).toBeVisible();
    expect(await provider.signOut('admin')).toEqual([200]);
    await page.reload();
    await expect(button(page)).toBeVisible();
  });

  await test.step('explains each refusal', async () => {
    for (const [person, text] of [
      ['Gopal', 'No active administrator has the email address of your company account.'],
      ['Leela', 'has not verified your email address.'],
      ['Omkar', 'Another account at Example Rewards Pvt Ltd has signed in with your email address.'],
    ] as const) {
      await forget(page);
      await page.goto(`${url}/login`);
      await signInAs(page, person);
      await expect(page.getByText(text)).toBeVisible();
    }
    await checkLooks(page, 'a refused sign-in');
    provider.fail('wrong_nonce');
    await forget(page);
    await signInAs(page, 'Om, the owner');
    await expect(page.getByText('was not valid. Contact your server administrator.')).toBeVisible();
    provider.fail(undefined);
    await page.goto(`${url}/api/auth/oidc/callback?code=stolen&state=of-another-browser`);
    await expect(page.getByText('expired or was started in another browser')).toBeVisible();
  });
}

async function useOnlyProvider(page: Page, { mailbox }: TestWorld, provider: IdentityProvider, { url }: Product) {
  await test.step('hides the password, and names the way in while the provider is down', async () => {
    provider.fail('down');
    await page.goto(`${url}/login`);
    await expect(button(page)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await checkLooks(page, 'the sign-in page with a provider only');
    await button(page).click();
    await expect(page.getByText('Until then, the oldest owner can sign in with a password.')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in with a password' }).click();
    await checkLooks(page, 'the way in of the owner');
    const since = new Date();
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Login' }).click();
    const { code } = await mailbox.waitForMail(OWNER.email, { since, fits: (mail) => mail.code !== undefined });
    await page.getByRole('textbox', { name: 'OTP' }).fill(code!);
    await expect(page.getByText('Total Users')).toBeVisible();
  });

  await test.step('remembers a sign-in by the provider for 15 days', async () => {
    provider.fail(undefined);
    await page.evaluate(() => sessionStorage.clear());
    await forget(page);
    await page.goto(`${url}/login`);
    await page.getByRole('checkbox', { name: 'Remember Me (15 days)' }).check();
    await signInAs(page, 'Om, the owner');
    await expect(page.getByText('Total Users')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('adminAuthExpiry'))).not.toBeNull();
  });
}

test('signs in by the company’s identity provider, and without it when it is down', async ({ page, world }) => {
  allowConsoleErrors();
  const { provider, start, close } = await startCompany(world);
  try {
    const product = await start();
    await signInAndOut(page, provider, product);
    await page.goto('about:blank');
    await product.stop();
    const only = await start({ OIDC_ONLY: 'on' });
    await useOnlyProvider(page, world, provider, only);
    await page.goto('about:blank');
    await only.stop();
  } finally {
    await close();
  }
});
