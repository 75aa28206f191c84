import { getSettings } from '@muneem/contract/settings';
import { setPayoutKey } from '@muneem/sandbox/product';
import { ABORT, callOf, during, expectText, expectExactText } from '../support/answers.ts';
import { newAdmin } from '../support/new-admin.ts';
import { openPath } from '../support/open-path.ts';
import { settingsScreen } from '../support/settings-screen.ts';
import { allowConsoleErrors, expect, expectAccessible, openSession, test } from '../support/test.ts';
import { ADMIN, PAYOUT_KEY } from '../support/world.ts';

/** Codes are limited for each administrator. */
const OWN = { email: 'settings@muneem.example' };

// covers 001-1.5
test('shows the API key with the password, and saves settings only with a code', async ({ page, world }) => {
  allowConsoleErrors();
  await setPayoutKey(world, world.mailbox, ADMIN.email, PAYOUT_KEY);
  const admin = await newAdmin(world, OWN);
  await openSession(page, world, admin);
  const before = (await admin.call(getSettings, {})).settings;
  const { form, name, modal, otp, verify, sendOtp } = settingsScreen(page);

  // The page's clock runs until a step stops it.
  await page.clock.install();
  const key = form.getByLabel('Payout provider API key', { exact: true });
  const masked = `••••••••${PAYOUT_KEY.slice(-4)}`;
  const proof = page.getByRole('dialog', { name: /^(Show|Copy) the API key$/ });
  const password = proof.getByLabel('Your password');
  const copyIt = proof.getByRole('button', { name: 'Copy', exact: true });

  // covers 001-2.34
  await test.step('copies the key only with the right password', async () => {
    await openPath(page, '/settings');
    await expect(key).toHaveValue(masked);
    await form.getByRole('button', { name: 'Copy Payout provider API key' }).click();
    await password.fill('not it');
    await copyIt.click();
    await expectExactText(proof, 'The key could not be shown: That is not your password.');
    await expect(key).toHaveValue(masked);
    await password.fill(ADMIN.password);
    await copyIt.click();
    await expectText(page, 'API key copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PAYOUT_KEY);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('asks for the password again to show a copied key', async () => {
    await expect(key).toHaveValue(masked);
    await form.getByRole('button', { name: 'Show the API key' }).click();
    await expect(password).toHaveValue('');
    await expectAccessible(page, 'Show the API key');
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await expect(proof).toHaveCount(0);
  });

  await test.step('removes a hidden key from the page and asks again', async () => {
    await form.getByRole('button', { name: 'Show the API key' }).click();
    await password.fill(ADMIN.password);
    await password.press('Enter');
    await expect(key).toHaveAttribute('type', 'text');
    await expect(key).toHaveValue(PAYOUT_KEY);
    const save = form.getByRole('button', { name: 'Save Settings' });
    await save.click();
    await expectText(page, 'There are no changes to save.');
    await form.getByRole('button', { name: 'Hide the API key' }).click();
    await expect(key).toHaveAttribute('type', 'password');
    await expect(key).toHaveValue(masked);
    await save.click();
    await expectText(page, 'There are no changes to save.');
    await form.getByRole('button', { name: 'Show the API key' }).click();
    await expect(password).toHaveValue('');
    await password.fill(ADMIN.password);
    await password.press('Enter');
    await expect(key).toHaveValue(PAYOUT_KEY);
  });

  await test.step('keeps an edited key when hidden, as a change', async () => {
    await key.fill(`${PAYOUT_KEY}9`);
    await form.getByRole('button', { name: 'Hide the API key' }).click();
    await expect(key).toHaveAttribute('type', 'password');
    await expect(key).toHaveValue(`${PAYOUT_KEY}9`);
    await form.getByRole('button', { name: 'Save Settings' }).click();
    const change = page.getByRole('dialog', { name: 'OTP verification' });
    await expect(change.getByRole('listitem')).toHaveText([
      `Payout provider API key: ${masked} → …${PAYOUT_KEY.slice(-3)}9`,
    ]);
    await page.keyboard.press('Escape');
    await expect(change).toHaveCount(0);
  });

  await openPath(page, '/settings');
  // covers 001-2.34 001-3.10 001-5.11
  await test.step('requires token and domain, and a change to save', async () => {
    for (const [label, value] of [
      ['Security token', before.securityKey],
      ['Domain', before.domain],
      ['System name', before.systemName],
      ['Admin email', before.adminEmail],
    ] as const)
      await expect(form.getByRole('textbox', { name: label })).toHaveValue(value);
    await expect(form.getByLabel('Payout provider API key', { exact: true })).toHaveValue(before.bulkpeApiKey);
    await expect(form.getByText('Sample postback URL')).toBeVisible();
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expectText(page, 'There are no changes to save.');
    await form.getByLabel('Security token').first().fill('');
    await form.getByLabel('Domain').first().fill(' ');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expectText(page, 'Security token is required.');
    await expectText(page, 'Domain is required.');
    await expect(modal).toHaveCount(0);
    await form.getByLabel('Security token').first().fill(before.securityKey);
    await form.getByLabel('Domain').first().fill(before.domain);
  });

  // covers 001-2.34 001-5.12
  await test.step('copies token and sample URL, which follow the input; Generate makes 32 characters', async () => {
    const token = form.getByRole('textbox', { name: 'Security token' });
    const copied = async (what: string): Promise<string> => {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await form.getByRole('button', { name: `Copy ${what}`, exact: true }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const sampleOf = (domain: string, key: string) =>
      `${domain}/postback?event=install&token=${key}&click_id={click_id}`;
    for (const domain of [before.domain, 'https://rewards.example']) {
      await form.getByRole('textbox', { name: 'Domain' }).fill(domain);
      await expect(form.getByText(sampleOf(domain, before.securityKey), { exact: true })).toBeVisible();
      expect(await copied('sample postback URL')).toBe(sampleOf(domain, before.securityKey));
      expect(await copied('security token')).toBe(before.securityKey);
    }
    await form.getByRole('button', { name: 'Generate' }).click();
    await expect(token).toHaveValue(/^[A-Za-z0-9]{32}$/);
    const generated = await token.inputValue();
    expect(generated).not.toBe(before.securityKey);
    expect(await copied('security token')).toBe(generated);
    expect(await copied('sample postback URL')).toBe(sampleOf('https://rewards.example', generated));
    await token.fill(before.securityKey);
    await form.getByRole('textbox', { name: 'Domain' }).fill(before.domain);
    // Calls the copied URL: it reaches this server with its token.
    const sent = await fetch(sampleOf(world.product.url, before.securityKey).replace('{click_id}', 'nobody'));
    expect([sent.status, await sent.json()]).toEqual([404, expect.objectContaining({ code: 'click_unknown' })]);
  });

  const since = new Date();

  // covers 001-2.35 001-5.6 001-9.5
  await test.step('accepts digits only and hides the notice after 2 to 3 seconds', async () => {
    await name.fill('Muneem Test');
    // The code is valid only for this change and this version (docs/decisions/settings.md).
    expect((await callOf(page, 'POST', '/api/settings/send-otp', sendOtp)).body).toEqual({
      systemName: 'Muneem Test',
      version: before.version,
    });
    await expectAccessible(page, 'OTP verification');
    let asked = 0;
    page.on('request', (request) => void (asked += Number(request.url().endsWith('/verify-otp'))));
    await otp.fill('12a45');
    await expect(otp).toHaveValue('1245');
    const notice = modal.getByText('Please enter a valid 6-digit OTP', { exact: true });
    await page.clock.pauseAt(Date.now() + 60_000);
    await verify.click();
    await expect(notice).toBeVisible();
    await page.clock.runFor(1_900);
    await expect(notice).toBeVisible();
    await page.clock.runFor(1_100);
    await expect(notice).toHaveCount(0);
    expect(asked).toBe(0);
    await page.clock.resume();
  });

  // covers 001-7.24 001-7.25
  await test.step('saves, and cannot be cancelled meanwhile', async () => {
    const mail = await world.mailbox.waitForMail(OWN.email, { since, fits: (it) => it.code !== undefined });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/settings', (route) =>
      route.request().method() === 'PUT' ? held.then(() => route.continue()) : route.fallback(),
    );
    await otp.fill(`${mail.code}78`);
    await expect(otp).toHaveValue(mail.code!);
    await expect(modal.getByRole('button', { name: 'Verifying...' })).toBeDisabled();
    await expect(otp).toBeFocused();
    await expect(modal.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(modal).toBeVisible();
    release();
    await expectText(page, 'Settings updated successfully');
    await expect(modal).toHaveCount(0);
    await page.unroute('**/api/settings');
    expect((await admin.call(getSettings, {})).settings.systemName).toBe('Muneem Test');
  });

  // covers 001-5.11 001-7.26
  await test.step('restores the default for an empty system name', async () => {
    const since = new Date();
    await name.fill('');
    await sendOtp();
    await expect(modal).toContainText('System name: Muneem Test → Muneem');
    const mail = await world.mailbox.waitForMail(OWN.email, { since, fits: (it) => it.code !== undefined });
    const verified = await callOf(page, 'POST', '/api/settings/verify-otp', () => otp.fill(mail.code!));
    expect(verified.body).toEqual({ otp: mail.code });
    await expect(modal).toHaveCount(0);
    await expect(name).toHaveValue('Muneem');
    expect((await admin.call(getSettings, {})).settings.systemName).toBe('Muneem');
  });

  // covers 001-4.15 001-7.24
  await test.step('saves a new token and domain, and restores the old ones', async () => {
    const changes = [
      { securityKey: 'N3w'.repeat(10), keepOldSecurityKey: true, domain: 'https://rewards.example' },
      // Later journeys use them.
      { securityKey: before.securityKey, domain: before.domain },
    ];
    for (const { keepOldSecurityKey, ...change } of changes) {
      const since = new Date();
      const fields = { 'Security token': change.securityKey, Domain: change.domain };
      for (const [label, value] of Object.entries(fields)) await form.getByRole('textbox', { name: label }).fill(value);
      const keep = form.getByRole('checkbox', { name: 'Keep accepting the old token for 24 hours' });
      await expect(keep).toBeChecked();
      if (!keepOldSecurityKey) await keep.uncheck();
      const sent = keepOldSecurityKey ? { ...change, keepOldSecurityKey } : change;
      const { version } = (await admin.call(getSettings, {})).settings;
      expect((await callOf(page, 'POST', '/api/settings/send-otp', sendOtp)).body).toEqual({ ...sent, version });
      await expect(modal).toContainText(
        keepOldSecurityKey ? '→ accepted for another 24 hours' : '→ stops working at once',
      );
      const mail = await world.mailbox.waitForMail(OWN.email, { since, fits: (it) => it.code !== undefined });
      const { body } = await callOf(page, 'PUT', '/api/settings', () => otp.fill(mail.code!));
      expect(body).toEqual({ ...sent, verificationToken: expect.any(String) });
      await expect(modal).toHaveCount(0);
      await openPath(page, '/settings');
      for (const [label, value] of Object.entries(fields))
        await expect(form.getByRole('textbox', { name: label })).toHaveValue(value);
      expect((await admin.call(getSettings, {})).settings).toMatchObject(change);
      const old = form.getByRole('alert').filter({ hasText: 'The old security token' });
      await expect(old).toHaveCount(keepOldSecurityKey ? 1 : 0);
      if (!keepOldSecurityKey) continue;
      await expect(old).toContainText(`${before.securityKey.slice(-4)} is accepted until`);
      await name.fill('Typed before the end');
      await old.getByRole('button', { name: 'End it now' }).click();
      const ending = page.getByRole('alertdialog');
      await during(page, '**/api/settings/end-old-security-key', ABORT, async () => {
        await ending.getByRole('button', { name: 'End it now' }).click();
        await expectExactText(ending, 'The old token could not be ended: Network error');
      });
      await ending.getByRole('button', { name: 'End it now' }).click();
      await expectText(page, 'The old security token was ended');
      await expect(old).toHaveCount(0);
      await expect(name).toHaveValue('Typed before the end');
      await name.fill(before.systemName);
      expect((await admin.call(getSettings, {})).settings.oldSecurityKey).toBeNull();
    }
  });
});
