import { getSettings } from '@muneem/contract/settings';
import { changeSettings } from '@muneem/sandbox/product';
import { callOf, expectText } from '../support/answers.ts';
import { newAdmin } from '../support/new-admin.ts';
import { settingsScreen } from '../support/settings-screen.ts';
import { allowConsoleErrors, expect, openSession, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

/** Codes are limited for each administrator. */
const OWN = { email: 'conflict@muneem.example' };

const OVERTAKEN = {
  status: 409,
  json: { success: false, code: 'version_conflict', message: 'The settings were saved meanwhile.' },
};

test('shows another admin’s settings beside the own values before saving', async ({ page, world }) => {
  allowConsoleErrors();
  const admin = await newAdmin(world, OWN);
  await openSession(page, world, admin);
  const stored = async () => (await admin.call(getSettings, {})).settings;
  const before = await stored();
  const byAnother = (change: { systemName?: string; adminEmail?: string }): Promise<void> =>
    changeSettings(world, world.mailbox, ADMIN.email, change);

  const { form, name, modal, send, otp, sendOtp, codeIsSent } = settingsScreen(page);
  const question = page.getByRole('alertdialog').filter({ hasText: 'The settings were saved while you edited them' });
  const code = async (since: Date): Promise<string> => {
    await codeIsSent();
    return (await world.mailbox.waitForMail(OWN.email, { since, fits: (it) => it.code !== undefined })).code ?? '';
  };

  await page.goto('/settings');
  await expect(name).toHaveValue(before.systemName);
  await byAnother({ systemName: 'Theirs', adminEmail: 'theirs@muneem.example' });
  await name.fill('Mine');

  await test.step('shows both values; Keep editing saves nothing and the next save asks again', async () => {
    for (const answer of ['Keep editing', 'Save mine']) {
      await page.getByRole('button', { name: 'Save Settings' }).click();
      const { body } = await callOf(page, 'POST', '/api/settings/send-otp', () => send.click());
      expect(body).toEqual({ systemName: 'Mine', version: before.version });
      await expect(question.getByRole('row')).toHaveText(['SettingYoursSaved', 'System nameMineTheirs']);
      await expect(modal).toHaveCount(0);
      await question.getByRole('button', { name: answer }).click();
      await expect(question).toHaveCount(0);
      await expect(name).toHaveValue('Mine');
    }
    expect(await stored()).toMatchObject({ systemName: 'Theirs', version: before.version + 1 });
  });

  let mailed = '';
  await test.step('bases the change on the newest settings and keeps their other values', async () => {
    await expect(modal).toContainText('System name: Theirs → Mine');
    await expect(form.getByLabel('Admin email')).toHaveValue('theirs@muneem.example');
    const since = new Date();
    const { body } = await callOf(page, 'POST', '/api/settings/send-otp', () => send.click());
    expect(body).toEqual({ systemName: 'Mine', version: before.version + 1 });
    mailed = await code(since);
  });

  await test.step('shows a conflict that occurs between code and save', async () => {
    await page.route('**/api/settings', (route) =>
      route.request().method() === 'PUT' ? route.fulfill(OVERTAKEN) : route.fallback(),
    );
    await otp.fill(mailed);
    await expect(question.getByRole('row').last()).toHaveText('System nameMineTheirs');
    await page.unroute('**/api/settings');
    await question.getByRole('button', { name: 'Save mine' }).click();
    await expect(modal).toContainText('System name: Theirs → Mine');
  });

  await test.step('ignores a newer version without visible differences', async () => {
    await page.route('**/api/settings/send-otp', (route) => route.fulfill(OVERTAKEN), { times: 1 });
    const since = new Date();
    await send.click();
    await otp.fill(await code(since));
    await expectText(page, 'Settings updated successfully');
    // The save renews the form, and closes the window with it.
    await expect(modal).toHaveCount(0);
    await expect(question).toHaveCount(0);
    expect(await stored()).toMatchObject({ systemName: 'Mine', adminEmail: 'theirs@muneem.example' });
  });

  await test.step('says that the changes are saved after a lost response', async () => {
    await page.route('**/api/settings', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    const since = new Date();
    await name.fill('Saved once');
    await sendOtp();
    await otp.fill(await code(since));
    await expectText(page, 'Failed to update settings');
    await page.unroute('**/api/settings');
    expect((await stored()).systemName).toBe('Saved once');
    await modal.getByRole('button', { name: 'Resend OTP' }).click();
    await expectText(page, 'These changes are already saved.');
    await expect(modal).toHaveCount(0);
    await expect(question).toHaveCount(0);
    await expect(name).toHaveValue('Saved once');
  });

  await test.step('says so if another admin made the same change', async () => {
    await name.fill(before.systemName);
    await byAnother({ systemName: before.systemName, adminEmail: before.adminEmail });
    await sendOtp();
    await expectText(page, 'These changes are already saved.');
    await expect(modal).toHaveCount(0);
    await expect(question).toHaveCount(0);
  });
});
