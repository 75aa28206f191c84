import { expectExactText } from '../support/answers.ts';
import { expect, expectAccessible, signInByHand, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

// covers 000-2.10 000-5.3 000-5.4 000-9.4
test('resets a forgotten password through the emailed link', async ({ page, world }) => {
  // covers 000-2.9 000-5.6 000-6.2 000-1.8
  await test.step('explains a reset page without a token', async () => {
    await page.goto('/reset-password');
    await expectExactText(page, 'Invalid reset link. Please request a new password reset.');
    await expect(page.getByRole('button', { name: 'Reset Password' })).toBeDisabled();
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expectExactText(page, 'Please enter your email address first.');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();

  const since = new Date();
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('a password reset link is on its way');
  const fits = (mail: { readonly text: string }) => mail.text.includes('reset-password?token=');
  const { text } = await world.mailbox.waitForMail(ADMIN.email, { since, fits });
  const link = /https?:\S+\/reset-password\?token=\S+/.exec(text)?.[0] ?? '';
  expect(link).toContain(world.product.url);

  await page.goto(link);
  const newPassword = page.getByLabel('New Password');
  const confirmPassword = page.getByLabel('Confirm Password');
  const reset = page.getByRole('button', { name: 'Reset Password' });
  await expectAccessible(page, 'the reset page');
  await newPassword.fill('12345');
  await confirmPassword.fill('12345');
  await reset.click();
  await expectExactText(page, 'Password must be at least 6 characters long');
  await newPassword.fill(ADMIN.password);
  await reset.click();
  await expectExactText(page, 'Passwords do not match');
  await confirmPassword.fill(ADMIN.password);
  await reset.click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await signInByHand(page, world);

  // covers 000-1.8
  await test.step('opens a reset link for signed-in and signed-out visitors', async () => {
    await page.goto('/reset-password?token=x');
    await expect(newPassword).toBeVisible();
    await expect(reset).toBeEnabled();
    await expect(page).toHaveURL('/reset-password?token=x');
  });
});
