import { disableAdmin, listAdmins } from '@muneem/contract/admins';
import { verifySession } from '@muneem/contract/auth';
import { signInAdmin, type AdminSession } from '@muneem/sandbox/product';
import { clickButton, expectText } from '../support/answers.ts';
import { newAdmin } from '../support/new-admin.ts';
import { allowConsoleErrors, expect, expectAccessible, signInByHand, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

const MEENA = { email: 'meena@muneem.example', password: 'meena chose this' };
const NEXT = 'meena chose another';

const isOpen = (session: AdminSession): Promise<boolean> =>
  session.call(verifySession, {}).then(
    () => true,
    () => false,
  );

test('ends one session, then all others, and all others again after a password change', async ({ page, world }) => {
  allowConsoleErrors();
  const { product, mailbox } = world;
  const signInMeena = (password = MEENA.password): Promise<AdminSession> =>
    signInAdmin({ url: product.url, mailbox, email: MEENA.email, password });
  const others = [await newAdmin(world, MEENA), await signInMeena()];
  const open = () => Promise.all(others.map(isOpen));
  await signInByHand(page, world, MEENA);
  await page.goto('/account');
  const sessions = page.getByRole('region', { name: 'Open sessions', exact: true });
  const rows = sessions.locator('tbody tr[data-row]');
  await expect(rows).toHaveCount(3);
  expect(await open()).toEqual([true, true]);

  await test.step('ends one session: the device is signed out at once', async () => {
    await clickButton(rows.filter({ hasNotText: 'This device' }).first(), /^End session/);
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('That device is signed out at once.');
    await dialog.getByRole('button', { name: 'End session' }).click();
    await expectText(page, 'The session was ended.');
    await expect(rows).toHaveCount(2);
    expect((await open()).filter(Boolean)).toHaveLength(1);
  });

  await test.step('ends all other sessions and keeps this one', async () => {
    await sessions.getByRole('button', { name: 'End all others' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('End every session but this one?');
    await dialog.getByRole('button', { name: 'End all others' }).click();
    await expectText(page, 'All other sessions were ended.');
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText('This device');
    await expect(sessions.getByRole('button')).toHaveCount(0);
    expect(await open()).toEqual([false, false]);
  });

  await test.step('changes the password: all other devices are signed out, and only the new password works', async () => {
    others.splice(0, 2, await signInMeena());
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const type = async (current: string, next: string, again: string): Promise<void> => {
      await dialog.getByLabel('Current password').fill(current);
      await dialog.getByLabel('New password', { exact: true }).fill(next);
      await dialog.getByLabel('Confirm new password').fill(again);
      await dialog.getByRole('button', { name: 'Change password' }).click();
    };
    await type(MEENA.password, NEXT, 'something else');
    await expect(dialog.getByText('Passwords do not match')).toBeVisible();
    await expectAccessible(page, 'changing the password');
    await type('not the password', NEXT, NEXT);
    await expect(dialog.getByText('That is not your password.', { exact: true })).toBeVisible();
    expect(await open()).toEqual([true]);
    await type(MEENA.password, NEXT, NEXT);
    await expect(dialog).toHaveCount(0);
    expect(await open()).toEqual([false]);
    await expect(rows).toHaveCount(1);
    await expect(signInMeena()).rejects.toThrow();
    expect(await isOpen(await signInMeena(NEXT))).toBe(true);
  });

  const { admins } = await world.call(listAdmins, {});
  const { id } = admins.find(({ email }) => email === MEENA.email)!;
  await world.call(disableAdmin, { params: { id }, body: { password: ADMIN.password } });
});
