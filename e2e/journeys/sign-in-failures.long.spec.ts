import type { Page } from '@playwright/test';
import {
  ABORT,
  answer,
  callOf,
  closeNotice,
  during,
  refuse,
  said,
  expectExactText,
  failSilently,
} from '../support/answers.ts';
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

/** Holds the response until `release`, so that the busy label can be read. */
async function holdBack(page: Page, calls: string, json: object): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(calls, (route) => held.then(() => route.fulfill({ json })));
  return () => release();
}

test('shows the specified texts in both sign-in steps', async ({ page }) => {
  allowConsoleErrors();
  await page.clock.install();
  await page.goto('/login');
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const login = page.getByRole('button', { name: 'Login' });
  const alert = page.getByRole('alert').filter({ hasText: /./ }).last();

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
    await said(page, 'Expires in 7 day(s)');
    await page.evaluate(() => localStorage.clear());
  });

  await email.fill(ADMIN.email);
  await password.fill('whatever');
  // covers 000-8.1
  await test.step('reports a rejected password', async () => {
    for (const [how, text] of [
      [refuse('Invalid email or password.', 401), 'Error: Invalid email or password.'],
      [failSilently(), 'Login failed'],
      [ABORT, 'Login failed'],
      [answer({ success: false, message: SENT.message }), `Error: ${SENT.message}`],
    ] as const) {
      await during(page, '**/api/auth/login', how, async () => {
        await login.click();
        await expect(alert).toHaveText(text);
      });
    }
  });

  // covers 000-7.4 000-8.4
  await test.step('shows the forgot-password result and failures as alerts', async () => {
    for (const [how, text] of [
      [answer({ success: true, message: 'A link is on its way.' }), 'A link is on its way.'],
      [answer({ success: false, message: 'No links today.' }), 'No links today.'],
      [refuse('Try again later.', 429), 'Try again later.'],
      [failSilently(), 'Failed to send reset email'],
    ] as const) {
      await during(page, '**/api/auth/forgot-password', how, async () => {
        const { body } = await callOf(page, 'POST', '/api/auth/forgot-password', () =>
          page.getByRole('button', { name: 'Forgot Password?' }).click(),
        );
        expect(body).toEqual({ email: ADMIN.email });
        await expect(page.getByRole('alertdialog')).toContainText(text);
        await closeNotice(page);
      });
    }
  });

  // covers 000-4.1
  await test.step('stays on step 1 for any other response', async () => {
    await during(page, '**/api/auth/login', answer({ success: true, message: 'Maintenance tonight' }), async () => {
      await login.click();
      await said(page, 'Maintenance tonight');
      await expect(login).toBeVisible();
    });
  });

  // covers 000-2.5 000-7.1
  await test.step('shows Sending OTP..., then step 2', async () => {
    const release = await holdBack(page, '**/api/auth/login', SENT);
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

  // covers 000-7.2 000-8.2
  await test.step('reports a rejected code', async () => {
    for (const [how, text] of [
      [refuse('This code is not right.', 400), 'This code is not right.'],
      [failSilently(), 'OTP verification failed'],
      [ABORT, 'OTP verification failed'],
    ] as const) {
      await during(page, '**/api/auth/verify-otp', how, async () => {
        await otp.fill('');
        const { body } = await callOf(page, 'POST', '/api/auth/verify-otp', () => otp.fill('12ab34567'));
        expect(body).toEqual({ email: ADMIN.email, otp: '123456', remember: false });
        await expect(alert).toHaveText(text);
      });
    }
  });

  // covers 000-2.7 000-4.3 000-7.3 000-8.3
  await test.step('resends the OTP and restarts the 60 seconds', async () => {
    for (const [how, text] of [
      [refuse('Wait a little.', 429), 'Wait a little.'],
      [failSilently(), 'Failed to resend OTP'],
      [answer({ success: false, message: 'Not again.' }), 'Not again.'],
    ] as const) {
      await during(page, '**/api/auth/resend-otp', how, async () => {
        await resend.click();
        await expect(alert).toHaveText(text);
      });
    }
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
    const release = await holdBack(page, '**/api/auth/verify-otp', OPENED);
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
test('reports a rejected reset link and links back to login', async ({ page }) => {
  allowConsoleErrors();
  await page.goto('/reset-password?token=a-token');
  const reset = page.getByRole('button', { name: 'Reset Password' });
  for (const field of ['New Password', 'Confirm Password'])
    await expect(page.getByLabel(field)).toHaveJSProperty('required', true);
  await page.getByLabel('New Password').fill('123456');
  await page.getByLabel('Confirm Password').fill('123456');
  for (const [how, text] of [
    [refuse('This link was used at noon.', 400), 'This link was used at noon.'],
    [failSilently(), 'Failed to reset password'],
    [ABORT, 'Failed to reset password'],
  ] as const) {
    await during(page, '**/api/auth/reset-password', how, async () => {
      const { body } = await callOf(page, 'POST', '/api/auth/reset-password', () => reset.click());
      expect(body).toEqual({ token: 'a-token', newPassword: '123456' });
      await expectExactText(page, text);
    });
  }
  // Controls the page's clock.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await during(page, '**/api/auth/reset-password', answer({ success: true, message: '' }), async () => {
    await reset.click();
    await said(page, 'Your password was changed.');
  });
  await page.clock.runFor(2_800);
  await expect(page).toHaveURL(/reset-password/);
  await page.clock.runFor(400);
  await expect(page).toHaveURL(/\/login$/);

  await page.clock.resume();
  // covers 000-7.6
  await test.step('ignores the body of a success', async () => {
    await page.goto('/reset-password?token=a-token');
    for (const field of ['New Password', 'Confirm Password']) await page.getByLabel(field).fill('123456');
    await during(page, '**/api/auth/reset-password', answer({}), async () => {
      await reset.click();
      await said(page, 'Your password was changed.');
    });
  });
});
