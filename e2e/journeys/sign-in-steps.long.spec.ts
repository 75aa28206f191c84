import { answer, callOf, closeNotice, during, expectExactText, expectText, holdBack } from '../support/answers.ts';
import { allowConsoleErrors, expect, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

const DAY_MS = 86_400_000;
const SENT = { success: true, message: 'OTP sent to your email' };
const OPENED = {
  success: true,
  token: 'token-of-the-test',
  admin: { id: 'adm_1', email: ADMIN.email, name: ADMIN.email },
  expiresAt: '2030-01-01T00:00:00.000Z',
};

test('shows the specified texts in both sign-in steps', async ({ page }) => {
  allowConsoleErrors();
  await page.clock.install();
  await page.goto('/login');
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const login = page.getByRole('button', { name: 'Login' });

  // covers 000-2.3 000-5.1
  await test.step('validates the fields of step 1 in the browser', async () => {
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Remember Me (15 days)' })).not.toBeChecked();
    await expect(page.getByText(/^Expires in/)).toHaveCount(0);
    await expect(email).toHaveAttribute('type', 'email');
    for (const field of [email, password]) await expect(field).toHaveJSProperty('required', true);
    await email.fill('asha');
    await expect(email).toHaveJSProperty('validity.typeMismatch', true);
  });

  // covers 000-2.4
  await test.step('shows the expiry of a remembered session', async () => {
    await page.evaluate(
      (ends) => {
        localStorage.setItem('adminAuthToken', JSON.stringify({ token: 'a' }));
        localStorage.setItem('adminAuthExpiry', String(ends));
      },
      Date.now() + 6.5 * DAY_MS,
    );
    await email.fill('asha@');
    await expectText(page, 'Expires in 7 day(s)');
    await page.evaluate(() => localStorage.clear());
  });

  await email.fill(ADMIN.email);
  await password.fill('whatever');
  // covers 000-2.5 000-7.1
  await test.step('shows Sending OTP..., then step 2', async () => {
    const release = await holdBack(page, '**/api/auth/login', answer(SENT));
    const { body } = await callOf(page, 'POST', '/api/auth/login', () => login.click());
    expect(body).toEqual({ email: ADMIN.email, password: 'whatever' });
    await expect(page.getByRole('button', { name: 'Sending OTP...' })).toBeDisabled();
    // Stops the page's clock, so that the countdown starts with this step.
    await page.clock.pauseAt(Date.now() + 10_000);
    release();
    await expectExactText(page, 'An OTP has been sent to your email address. Please check your inbox.');
    await page.unroute('**/api/auth/login');
  });

  const resend = page.getByRole('button', { name: 'Resend OTP' });
  const sixtySeconds = async (): Promise<void> => {
    const waiting = page.getByText(/^Resend in/);
    await expect(waiting).toHaveText('Resend in 60s');
    await page.clock.runFor(1_000);
    await expect(waiting).toHaveText('Resend in 59s');
    await page.clock.runFor(58_000);
    await expect(waiting).toHaveText('Resend in 1s');
    await expect(resend).toHaveCount(0);
    await page.clock.runFor(1_000);
    await expect(resend).toBeVisible();
    await expect(waiting).toHaveCount(0);
    await page.clock.resume();
  };
  // covers 000-2.7 000-4.3
  await test.step('counts down after sending the code', sixtySeconds);

  const otp = page.getByLabel('OTP', { exact: true });
  // covers 000-2.6 000-5.2
  await test.step('requires up to six digits as code', async () => {
    await otp.fill('12ab3');
    await expect(otp).toHaveValue('123');
    await expect(otp).toHaveJSProperty('required', true);
  });

  // covers 000-2.7 000-4.3 000-7.3 000-8.3
  await test.step('resends the OTP and restarts the 60 seconds', async () => {
    await during(page, '**/api/auth/resend-otp', answer({ message: 'A new code was sent.' }), async () => {
      await page.clock.pauseAt(Date.now() + 600_000);
      const { body } = await callOf(page, 'POST', '/api/auth/resend-otp', () => resend.click());
      expect(body).toEqual({ email: ADMIN.email });
      await expect(page.getByRole('alertdialog')).toContainText('A new code was sent.');
      await sixtySeconds();
      await closeNotice(page);
    });
  });

  // covers 000-2.8 000-4.2
  await test.step('returns to the password with Back to Login', async () => {
    await page.getByRole('button', { name: 'Back to Login' }).click();
    await expect(login).toBeVisible();
    await expect(email).toHaveValue(ADMIN.email);
  });

  // covers 000-2.8 000-4.4 000-7.2
  await test.step('shows Verifying..., then remembers the session for 15 days', async () => {
    await during(page, '**/api/auth/login', answer(SENT), async () => {
      await password.fill('whatever');
      await page.getByRole('checkbox', { name: 'Remember Me (15 days)' }).check();
      await login.click();
      await expect(otp).toBeFocused();
    });
    await page.route('**/api/**', answer({ success: true }));
    const release = await holdBack(page, '**/api/auth/verify-otp', answer(OPENED));
    const { body } = await callOf(page, 'POST', '/api/auth/verify-otp', () => otp.fill('123456'));
    expect(body).toEqual({ email: ADMIN.email, otp: '123456', remember: true });
    await expect(page.getByRole('button', { name: 'Verifying...' })).toBeDisabled();
    release();
    await expect(page).toHaveURL(/\/$/);
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).toContain(OPENED.token);
    const days = [...stored.matchAll(/\d{13}/g)].map(([ms]) => (Number(ms) - Date.now()) / DAY_MS);
    expect(days.some((left) => left > 14.9 && left < 15.1)).toBe(true);
  });
});

// covers 000-2.11 000-5.5 000-7.6 000-8.5 000-9.4
test('returns to sign-in three seconds after a password reset', async ({ page }) => {
  allowConsoleErrors();
  await page.goto('/reset-password?token=a-token');
  const reset = page.getByRole('button', { name: 'Reset Password' });
  for (const field of ['New Password', 'Confirm Password'])
    await expect(page.getByLabel(field)).toHaveJSProperty('required', true);
  await page.getByLabel('New Password').fill('123456');
  await page.getByLabel('Confirm Password').fill('123456');
  // Controls the page's clock.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await during(page, '**/api/auth/reset-password', answer({ success: true, message: '' }), async () => {
    await reset.click();
    await expectText(page, 'Your password was changed.');
  });
  await page.clock.runFor(2_800);
  await expect(page).toHaveURL(/reset-password/);
  await page.clock.runFor(400);
  await expect(page).toHaveURL(/\/login$/);

  await page.clock.resume();
});
