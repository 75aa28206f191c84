import { getSettings } from '@muneem/contract/settings';
import { changeSettings } from '@muneem/sandbox/product';
import { answer as answers, callOf, said } from '../support/answers.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

const OVERTAKEN = {
  status: 409,
  json: { success: false, code: 'version_conflict', message: 'Another admin has changed the settings.' },
};

test('shows another admin’s settings beside the own values before saving', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  const admin = await world.signIn();
  const stored = async () => (await admin.call(getSettings, {})).settings;
  const before = await stored();
  const byAnother = (change: { systemName?: string; adminEmail?: string }): Promise<void> =>
    changeSettings(admin, world.mailbox, ADMIN.email, change);

  const form = page.getByRole('form', { name: 'System Settings' });
  const name = form.getByLabel('System name');
  const modal = page.getByRole('dialog', { name: 'OTP Verification' });
  const send = modal.getByRole('button', { name: 'Send OTP' });
  const otp = modal.getByLabel('OTP');
  const verify = modal.getByRole('button', { name: 'Verify & Save' });
  const question = page.getByRole('alertdialog').filter({ hasText: 'Another admin has changed the settings' });
  const code = async (since: Date): Promise<string> =>
    (await world.mailbox.waitForMail(ADMIN.email, { since, fits: (it) => it.code !== undefined })).code ?? '';

  await page.goto('/settings');
  await expect(name).toHaveValue(before.systemName);
  await byAnother({ systemName: 'Theirs', adminEmail: 'theirs@muneem.example' });
  await name.fill('Mine');

  await test.step('asks nothing after a cancel, and shows later changes in the next conflict', async () => {
    const address = '**/api/settings/send-otp';
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(address, (route) => held.then(() => route.fulfill(OVERTAKEN)));
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await send.click();
    await modal.getByRole('button', { name: 'Cancel' }).click();
    await expect(modal).toHaveCount(0);
    await name.fill('Typed since');
    const refused = page.waitForResponse(address);
    release();
    await refused;
    await page.unroute(address);
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await send.click();
    await expect(question.getByRole('row')).toHaveText(['SettingYoursTheirs', 'System nameTyped sinceTheirs']);
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(name).toHaveValue('Typed since');
    await name.fill('Mine');
  });

  await test.step('shows both values; Keep editing saves nothing and the next save asks again', async () => {
    for (const answer of ['Keep editing', 'Save mine']) {
      await page.getByRole('button', { name: 'Save Settings' }).click();
      const { body } = await callOf(page, 'POST', '/api/settings/send-otp', () => send.click());
      expect(body).toEqual({ systemName: 'Mine', version: before.version });
      await expect(question.getByRole('row')).toHaveText(['SettingYoursTheirs', 'System nameMineTheirs']);
      await expect(modal).toHaveCount(0);
      await question.getByRole('button', { name: answer }).click();
      await expect(question).toHaveCount(0);
      await expect(name).toHaveValue('Mine');
    }
    expect(await stored()).toMatchObject({ systemName: 'Theirs', version: before.version + 1 });
  });

  await test.step('bases the change on the newest settings and keeps their other values', async () => {
    await expect(modal).toContainText('System name: Theirs → Mine');
    await expect(form.getByLabel('Admin email')).toHaveValue('theirs@muneem.example');
    const since = new Date();
    const { body } = await callOf(page, 'POST', '/api/settings/send-otp', () => send.click());
    expect(body).toEqual({ systemName: 'Mine', version: before.version + 1 });
    await otp.fill(await code(since));
  });

  await test.step('shows a conflict that occurs between code and save', async () => {
    await page.route('**/api/settings', (route) =>
      route.request().method() === 'PUT' ? route.fulfill(OVERTAKEN) : route.fallback(),
    );
    await verify.click();
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
    await verify.click();
    await said(page, 'Settings updated successfully');
    await expect(question).toHaveCount(0);
    expect(await stored()).toMatchObject({ systemName: 'Mine', adminEmail: 'theirs@muneem.example' });
  });

  await test.step('completes a save in flight after its window closed and keeps later input', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/settings', (route) =>
      route.request().method() === 'PUT' ? held.then(() => route.continue()) : route.fallback(),
    );
    const since = new Date();
    await name.fill('Saved late');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await send.click();
    await otp.fill(await code(since));
    await verify.click();
    await expect(modal.getByRole('button', { name: 'Verifying...' })).toBeVisible();
    await modal.getByRole('button', { name: 'Cancel' }).click();
    await expect(modal).toHaveCount(0);
    await name.fill('Typed since');
    release();
    await expect.poll(async () => (await stored()).systemName).toBe('Saved late');
    await expect(page).toHaveTitle(/Saved late/);
    await page.unroute('**/api/settings');
    await expect(name).toHaveValue('Typed since');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expect(modal).toContainText('System name: Saved late → Typed since');
    await modal.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('does not start a save after its window closed', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/settings/send-otp', answers({ success: true, message: 'Sent' }));
    await page.route('**/api/settings/verify-otp', (route) =>
      held.then(() => route.fulfill({ json: { success: true, verificationToken: 'of the test' } })),
    );
    const saves: string[] = [];
    page.on('request', (request) => void (request.method() === 'PUT' && saves.push(request.url())));
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await send.click();
    await otp.fill('123456');
    await verify.click();
    await expect(modal.getByRole('button', { name: 'Verifying...' })).toBeVisible();
    await modal.getByRole('button', { name: 'Cancel' }).click();
    const exchanged = page.waitForResponse('**/api/settings/verify-otp');
    release();
    await (await exchanged).finished();
    // After two frames, every reaction to the response has started.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(saves).toEqual([]);
    for (const address of ['send-otp', 'verify-otp']) await page.unroute(`**/api/settings/${address}`);
  });

  await test.step('has nothing to save if another admin made the same change', async () => {
    await name.fill(before.systemName);
    await byAnother({ systemName: before.systemName, adminEmail: before.adminEmail });
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await send.click();
    await expect(question).toContainText('No differences.');
    await question.getByRole('button', { name: 'Save mine' }).click();
    await said(page, 'There are no changes to save.');
    await expect(modal).toHaveCount(0);
  });
});
