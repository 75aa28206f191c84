import type { Page } from '@playwright/test';
import { expect } from './test.ts';
import type { TestWorld } from './world.ts';

interface Administrator {
  readonly email: string;
  readonly password: string;
}

/** The first sign-in step, for an admin whose second step is not the emailed code. */
export async function givePassword(page: Page, { email, password }: Administrator): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Signs in as another administrator than the first. */
export async function signInAs(page: Page, { mailbox }: TestWorld, who: Administrator): Promise<void> {
  const since = new Date();
  await givePassword(page, who);
  const { code } = await mailbox.waitForMail(who.email, { since, fits: (mail) => mail.code !== undefined });
  await page.getByRole('textbox', { name: 'OTP' }).fill(code!);
  await expect(page).toHaveURL(/\/$/);
}
