import { readFile } from 'node:fs/promises';
import { createPlatformClient } from '@muneem/sandbox/product';
import { openPath } from '../support/open-path.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { ADMIN, PLATFORM_KEY } from '../support/world.ts';

test('exports everything about a user, and erases the user', async ({ page, world, complaints }) => {
  const uid = 'personal-data-1';
  const platform = createPlatformClient({ url: world.product.url, key: PLATFORM_KEY });
  await platform.createUser({
    uid,
    name: 'Asha Rao',
    email: 'asha@mail.example',
    phone: '+919000012345',
    gender: 'Female',
  });
  await signIn(page, world);
  await page.goto(`/users?user=${uid}`);
  const details = page.getByRole('dialog', { name: 'User Details' });
  const open = async (name: string, title: string) => {
    await details.getByRole('button', { name }).click();
    const modal = page.getByRole('dialog', { name: title });
    await expect(modal.getByLabel('Your password')).toBeFocused();
    return modal;
  };

  await test.step('exports a file after the password', async () => {
    const modal = await open('Export data', `Export all data of ${uid}`);
    await expectAccessible(page, 'the export of personal data');
    await modal.getByLabel('Your password').fill('not-my-password');
    await modal.getByRole('button', { name: 'Export data' }).click();
    await expect(modal.getByText('That is not your password.').first()).toBeVisible();
    await expect(modal.getByText('Request id')).toBeVisible();
    await modal.getByLabel('Your password').fill(ADMIN.password);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      modal.getByRole('button', { name: 'Export data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`user-${uid}.json`);
    const { sections } = JSON.parse(await readFile(await download.path(), 'utf8')) as {
      sections: Record<string, object[]>;
    };
    expect(sections['users']).toMatchObject([{ uid, name: 'Asha Rao', email: 'asha@mail.example' }]);
    await expect(page.getByText('The data was exported.')).toBeVisible();
  });

  await test.step('erases the user after the password', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const modal = await open('Erase user', `Erase ${uid}`);
    await expectNoSidewaysScroll(page, 'the erasure of a user');
    await modal.getByLabel('Your password').fill(ADMIN.password);
    await modal.getByRole('button', { name: 'Erase user' }).click();
    await expect(page.getByText('The user was deleted and the personal data erased.')).toBeVisible();
    await expect(details).toHaveCount(0);
    await openPath(page, `/users?user=${uid}`);
    await expect(details.getByRole('alert')).toHaveText(`There is no user with the ID "${uid}".`);
  });
  // The browser reports the wrong password and the missing user.
  complaints.splice(0);
});
