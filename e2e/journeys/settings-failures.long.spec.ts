import { getSettings } from '@muneem/contract/settings';
import { setPayoutKey } from '@muneem/sandbox/product';
import { ABORT, answer, callOf, during, refuse, expectExactText, failSilently } from '../support/answers.ts';
import { newAdmin } from '../support/new-admin.ts';
import { openPath } from '../support/open-path.ts';
import { settingsScreen } from '../support/settings-screen.ts';
import { allowConsoleErrors, expect, openSession, test } from '../support/test.ts';
import { ADMIN, PAYOUT_KEY } from '../support/world.ts';

/** Codes are limited for each administrator. */
const OWN = { email: 'settings-failures@muneem.example' };

// covers 001-1.5
test('reports every failure of the settings', async ({ page, world }) => {
  allowConsoleErrors();
  await setPayoutKey(await world.signIn(), world.mailbox, ADMIN.email, PAYOUT_KEY);
  const admin = await newAdmin(world, OWN);
  await openSession(page, world, admin);
  const before = (await admin.call(getSettings, {})).settings;
  const settings = /\/api\/settings$/;
  const { form, name, modal, otp, sendOtp } = settingsScreen(page);

  // covers 001-8.18
  await test.step('reports settings that cannot be loaded', async () => {
    for (const [how, text] of [
      [failSilently(), 'Failed to load settings'],
      [refuse('The safe is shut'), 'The safe is shut'],
    ] as const) {
      await page.route(settings, how);
      await openPath(page, '/settings');
      await expectExactText(page, text);
    }
    await page.unroute(settings);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(form).toBeVisible();
  });

  // covers 001-2.34
  await test.step('reports an API key that cannot be shown and keeps it hidden', async () => {
    const key = form.getByLabel('Payout provider API key', { exact: true });
    const proof = page.getByRole('dialog', { name: 'Show the API key' });
    await expect(key).toHaveAttribute('type', 'password');
    await form.getByRole('button', { name: 'Show the API key' }).click();
    await proof.getByLabel('Your password').fill(ADMIN.password);
    for (const [how, text] of [
      [failSilently(), 'The key could not be shown: HTTP error! status: 500'],
      [ABORT, 'The key could not be shown: Network error'],
      [refuse('The safe is shut.'), 'The key could not be shown: The safe is shut.'],
    ] as const)
      await during(page, '**/api/settings/reveal-api-key', how, async () => {
        await proof.getByRole('button', { name: 'Show', exact: true }).click();
        await expectExactText(proof, text);
        await expect(key).toHaveAttribute('type', 'password');
      });
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await expect(key).toHaveAttribute('type', 'password');
  });

  // covers 001-7.25 001-8.19
  await test.step('reports a code that cannot be sent', async () => {
    await name.fill('Muneem Test');
    for (const [how, text] of [
      [failSilently(), 'Failed to send OTP'],
      [ABORT, 'Failed to send OTP'],
      [refuse('The mail server is away.'), 'The mail server is away.'],
    ] as const) {
      await during(page, '**/api/settings/send-otp', how, async () => {
        // The code is valid only for this change and this version (docs/decisions/settings.md).
        expect((await callOf(page, 'POST', '/api/settings/send-otp', sendOtp)).body).toEqual({
          systemName: 'Muneem Test',
          version: before.version,
        });
        await expectExactText(form, text);
        await expect(name).toHaveValue('Muneem Test');
      });
    }
  });

  await sendOtp();
  await otp.fill('12345');
  // covers 001-8.19
  await test.step('reports a failed resend', async () => {
    for (const [how, text] of [
      [ABORT, 'Failed to send OTP'],
      [refuse('The mail server is away.'), 'The mail server is away.'],
    ] as const) {
      await during(page, '**/api/settings/send-otp', how, async () => {
        await modal.getByRole('button', { name: 'Resend OTP' }).click();
        await expectExactText(modal, text);
        await expect(otp).toHaveValue('12345');
      });
    }
  });

  // covers 001-8.20
  await test.step('reports a rejected code', async () => {
    for (const [how, text] of [
      [failSilently(400), 'Invalid OTP'],
      [failSilently(500), 'Failed to verify OTP'],
      [refuse('The codes rest.', 500), 'The codes rest.'],
      [failSilently(404), 'Invalid OTP'],
      [ABORT, 'Failed to verify OTP'],
      [refuse('Too many wrong codes.', 429), 'Too many wrong codes.'],
    ] as const) {
      await during(page, '**/api/settings/verify-otp', how, async () => {
        await otp.fill('');
        await otp.fill('123456');
        await expectExactText(modal, text);
      });
    }
  });

  // covers 001-7.24 001-8.21
  await test.step('reports a failed save', async () => {
    await page.route(
      '**/api/settings/verify-otp',
      answer({ success: true, message: '', verificationToken: 'token-1' }),
    );
    for (const [how, text] of [
      [failSilently(), 'Failed to update settings'],
      [ABORT, 'Failed to update settings'],
      [refuse('The settings rest.'), 'The settings rest.'],
    ] as const) {
      await during(page, '**/api/settings', how, async () => {
        await otp.fill('');
        const { body } = await callOf(page, 'PUT', '/api/settings', () => otp.fill('123456'));
        expect(body).toEqual({ systemName: 'Muneem Test', verificationToken: 'token-1' });
        await expectExactText(modal, text);
        await expectExactText(modal, 'This code can no longer be used. Press Resend OTP for a new one.');
        await expect(otp).toHaveValue('');
      });
    }
  });
});
