import {
  disableAutoPayout,
  enableAutoPayout,
  listWithdrawals,
  rejectAllWithdrawals,
} from '@muneem/contract/withdrawals';
import type { Route } from '@playwright/test';
import { getSettings } from '@muneem/contract/settings';
import { changeSettings, setPayoutKey } from '@muneem/sandbox/product';
import { callOf } from '../support/answers.ts';
import { giveCoins } from '../support/give-coins.ts';
import { openPath } from '../support/open-path.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { ADMIN, PAYOUT_KEY } from '../support/world.ts';

const PEOPLE = ['Meera Iyer', 'Kabir Khan'].map((name, index) => ({ uid: `limit-${index}`, name }));

test('leaves flagged withdrawals to an admin, with flags and limits saved with a code', async ({ page, world }) => {
  const { mailbox } = world;
  await setPayoutKey(world, mailbox, ADMIN.email, PAYOUT_KEY);
  await signIn(page, world);
  const form = page.getByRole('form', { name: 'System Settings' });
  const modal = page.getByRole('dialog', { name: 'OTP verification' });
  const limit = (name: string) => form.getByRole('textbox', { name });

  await test.step('saves flags and limits with the emailed code and lists the changes', async () => {
    await openPath(page, '/settings');
    for (const [name, isChecked] of [
      ['UPI shared with other users', true],
      ['Bank account shared with other users', true],
      ['More than 3 withdrawals of one user within an hour', true],
      ['First withdrawal', false],
      ['Joined less than 24 hours before', false],
      ['Several users from one IP address', false],
    ] as const)
      await expect(form.getByRole('checkbox', { name })).toBeChecked({ checked: isChecked });
    await expect(limit('Limit per user and day')).toHaveValue('');
    await expect(limit('Limit per day')).toHaveValue('1,00,000');
    await limit('Limit per day').fill('');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expect(form.getByText('Use whole rupees from 1 to 1,00,00,00,000.')).toBeVisible();
    await form.getByRole('checkbox', { name: 'More than 3 withdrawals' }).press('Space');
    await limit('Limit per user and day').fill('150');
    await limit('Limit per day').fill('200');
    const section = form.locator('section').filter({ hasText: 'Limit per user and day' });
    await expectAccessible(section, 'the settings of Auto Payout');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expect(modal.getByRole('listitem')).toHaveText([
      'Auto Payout leaves to an admin: UPI shared with other users, Bank account shared with other users, More than 3 withdrawals of one user within an hour → UPI shared with other users, Bank account shared with other users',
      'Auto Payout limit per user and day: The same as for one withdrawal → ₹150',
      'Auto Payout limit per day: ₹1,00,000 → ₹200',
    ]);
    const since = new Date();
    const { body } = await callOf(page, 'POST', '/api/settings/send-otp', () =>
      modal.getByRole('button', { name: 'Send OTP' }).click(),
    );
    expect(body).toMatchObject({ autoPayoutUserLimit: 150, autoPayoutDayLimit: 200 });
    const mail = await mailbox.waitForMail(ADMIN.email, { since, fits: ({ code }) => code !== undefined });
    await modal.getByLabel('OTP').fill(mail.code!);
    await expect(modal).toHaveCount(0);
    await expect(limit('Limit per user and day')).toHaveValue('150');
    expect((await world.call(getSettings, {})).settings).toMatchObject({
      autoPayoutFlags: ['shared_upi', 'shared_account'],
      autoPayoutUserLimit: 150,
      autoPayoutDayLimit: 200,
    });
  });

  await test.step('shows in row and details why a withdrawal waits for an admin', async () => {
    await giveCoins(world, PEOPLE, 100);
    await world.call(enableAutoPayout, {});
    const paymentMethod = { type: 'upi', upiId: 'both@okbank' } as const;
    for (const { uid } of PEOPLE) await world.platform.requestWithdrawal({ uid, coins: 100, paymentMethod });
    const left = async () =>
      (await world.call(listWithdrawals, { query: { search: 'both@okbank' } })).withdrawals.find(
        ({ waitsBecause }) => waitsBecause !== null,
      );
    await expect.poll(left, { timeout: 20_000 }).toBeDefined();
    await openPath(page, '/verify-withdrawals');
    const row = page.getByRole('row').filter({ hasText: 'both@okbank' }).first();
    await expect(row).toContainText('Waits for an admin: UPI shared by 2 users');
    const { id, userName } = (await left())!;
    await expectNoSidewaysScroll(page, 'a withdrawal that waits for a person');
    await openPath(page, `/verify-withdrawals?withdrawal=${id}`);
    const details = page.getByRole('dialog', { name: 'Withdrawal Details' });
    await expect(details).toContainText('Waits for an adminUPI shared by 2 users');
    await expect(details).toContainText(userName!);
  });
  await test.step('keeps the switch off when an answer from before the change arrives late', async () => {
    await openPath(page, '/verify-withdrawals');
    const toggle = page.getByRole('switch', { name: 'Auto Payout' });
    await expect(toggle).toBeChecked();
    const release = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const hold = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      read.resolve();
      await release.promise;
      // The page may have cancelled this call.
      await route.fulfill({ response }).catch(() => undefined);
      arrived.resolve();
    };
    await page.route('**/api/auto-payout/status', hold, { times: 1 });
    // A change of another admin makes the page read the switch again.
    await changeSettings(world, mailbox, ADMIN.email, { autoPayoutUserLimit: 151 });
    await read.promise;
    await callOf(page, 'POST', '/api/auto-payout/disable', () => toggle.press('Space'));
    await expect(toggle).not.toBeChecked();
    release.resolve();
    await arrived.promise;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    // At once: a live update would correct the switch three seconds later.
    expect(await toggle.isChecked()).toBe(false);
  });
  await world.call(disableAutoPayout, {});
  await world.call(rejectAllWithdrawals, { body: {} });
  await changeSettings(world, mailbox, ADMIN.email, {
    autoPayoutFlags: ['shared_upi', 'shared_account', 'burst'],
    autoPayoutUserLimit: null,
    autoPayoutDayLimit: 100_000,
  });
});
