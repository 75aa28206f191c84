import { createPlatformClient } from '@muneem/sandbox/product';
import { answer, during, refuse, saidExactly, speechless } from '../support/answers.ts';
import { listedUser } from '../support/listed-user.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { PLATFORM_KEY } from '../support/world.ts';

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });

test('what fails with users is said in the words of the specification', async ({ page, world, complaints }) => {
  await signIn(page, world);

  await test.step('nobody yet', async () => {
    await page.route('**/api/users?*', (route) =>
      route.fulfill({ json: { success: true, users: [], total: 0, totalUsers: 0 } }),
    );
    await page.goto('/users');
    await saidExactly(page, 'No users found');
    await expect(page.getByText('0 of 0 users')).toBeVisible();
  });

  await test.step('a list that cannot be loaded, and one in another format', async () => {
    await page.unroute('**/api/users?*');
    await page.route('**/api/users?*', (route) =>
      route.fulfill({ status: 409, json: { success: false, code: 'conflict', message: 'The users rest' } }),
    );
    await page.goto('/users');
    await expect(page.getByText('Failed to load users: The users rest')).toBeVisible();
    await page.unroute('**/api/users?*');
    // The fixed words say it also where the wrong answer has a message; one that says that it failed has a reason.
    for (const [json, text] of [
      [{ users: 'none' }, 'Invalid data received from server. Please contact support.'],
      [
        { success: true, users: 'none', message: 'Here you are' },
        'Invalid data received from server. Please contact support.',
      ],
      [{ success: false, message: 'The desk is closed' }, 'Failed to load users: The desk is closed'],
    ] as const)
      await during(page, '**/api/users?*', answer(json), async () => {
        await page.goto('/users');
        await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(`${text}Retry`);
      });
  });

  await test.step('a user that cannot be deleted', async () => {
    await page.unroute('**/api/users?*');
    await page.route('**/api/users?*', (route) =>
      route.fulfill({
        json: {
          success: true,
          users: [listedUser('', 'Nobody'), listedUser('u-1', 'Asha Rao'), listedUser('u-2', 'Unnamed User')],
          total: 3,
          totalUsers: 3,
        },
      }),
    );
    await page.goto('/users');
    await page.getByRole('button', { name: 'Delete Nobody' }).click();
    await saidExactly(page, 'Invalid user ID. Cannot delete user.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK', exact: true }).click();
    const asked = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Delete Asha Rao' }).click();
    await expect(asked).toContainText('Are you sure you want to delete user "Asha Rao"? This action cannot be undone.');
    for (const [how, text] of [
      [speechless(500), 'Failed to delete user. Server returned 500'],
      [refuse('A withdrawal of this user is being paid.'), 'A withdrawal of this user is being paid.'],
    ] as const)
      await during(page, '**/api/users/u-1', how, async () => {
        await asked.getByRole('button', { name: 'Delete User' }).click();
        await expect(asked.getByRole('alert').filter({ hasText: /./ })).toContainText(text);
      });
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete Unnamed User' }).click();
    await expect(asked).toContainText('Are you sure you want to delete user "u-2"? This action cannot be undone.');
  });
  await page.goto('about:blank');
  complaints.splice(0);
});

test('an export counts up, can be ended, and says when it could not be made', async ({ page, world, complaints }) => {
  await signIn(page, world);
  await page.goto('/users');
  let release = (): void => undefined;
  await page.route('**/api/exports/users.xlsx*', async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.abort().catch(() => undefined);
  });
  await page.route('**/api/exports/*/progress', (route) =>
    route.fulfill({ json: { success: true, export: { status: 'running', written: 125_000, total: 1_000_000 } } }),
  );
  await page.getByRole('button', { name: 'Export Users' }).click();
  await expectAccessible(page, 'the choice of a format');
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click();
  await expect(page.getByText('1,25,000 of 10,00,000')).toBeVisible();
  await expectAccessible(page, 'a running export');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The export was cancelled. No file was saved.').first()).toBeVisible();
  release();

  await page.route('**/api/exports/users.csv*', (route) =>
    route.fulfill({ status: 429, json: { success: false, code: 'rate_limited', message: '3 exports are running.' } }),
  );
  await page.getByRole('button', { name: 'Export Users' }).click();
  await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
  await expect(page.getByText('Failed to export users: 3 exports are running.').first()).toBeVisible();
  await page.goto('about:blank');
  complaints.splice(0);
});

test('texts of any kind stay texts, and nothing scrolls sideways', async ({ page, world, complaints }) => {
  const platform = createPlatformClient({ url: world.product.url, key: PLATFORM_KEY });
  const names = [
    '<script>document.title = "taken"</script>',
    'مرحبا بالعالم',
    '😀👨‍👩‍👧‍👦 नमस्ते',
    '=HYPERLINK("https://x.example")',
    `${'Longname'.repeat(25)}`,
  ];
  for (const [index, name] of names.entries())
    await platform.createUser({ uid: `hostile-${index}`, name, email: '', phone: '', gender: '' });
  await signIn(page, world);
  await page.goto('/users?search=hostile-');
  for (const name of names) await expect(page.getByText(name).first()).toBeVisible();
  await expect(page).toHaveTitle(/User Management/);
  await expectAccessible(page, 'users with texts of any kind');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'users with texts of any kind, on a phone');
  await page.goto('/users?search=hostile-&user=hostile-0');
  await expect(
    page
      .getByRole('dialog', { name: 'User Details' })
      .getByText(names[0] as string)
      .first(),
  ).toBeVisible();
  await expect(page).toHaveTitle(/User Management/);
  await page.goto('about:blank');
  complaints.splice(0);
});
