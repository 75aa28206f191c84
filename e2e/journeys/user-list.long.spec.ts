import type { Route } from '@playwright/test';
import {
  ABORT,
  answer,
  closeNotice,
  during,
  expectExactText,
  expectText,
  holdBack,
  refuse,
} from '../support/answers.ts';
import { listedUser } from '../support/listed-user.ts';
import { openPath } from '../support/open-path.ts';
import { allowConsoleErrors, expect, expectAccessible, signIn, test } from '../support/test.ts';

// covers 000-users.2
test('shows each kind of user list and deletes users', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  const lists = '**/api/users?*';

  // covers 000-users.6
  await test.step('shows an empty list', async () => {
    await during(page, lists, answer({ success: true, users: [], total: 0, totalUsers: 0 }), async () => {
      await openPath(page, '/users');
      await expectExactText(page, 'No users found');
      await expect(page.getByText('0 of 0 users')).toBeVisible();
    });
  });

  await test.step('shows a limited count and rejects a long search', async () => {
    const asked: string[] = [];
    await page.route(lists, (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('search') ?? '');
      return answer({ success: true, users: [listedUser('u-1', 'Asha Rao')], total: 1_000, totalUsers: 60_000 })(route);
    });
    await openPath(page, '/users?search=a');
    await expectExactText(page, '1,000 or more users match. The count stops at this number.');
    const search = page.getByPlaceholder('Search by name, email, phone or ID...');
    await search.fill('b'.repeat(201));
    await expectExactText(page, 'Search for at most 200 characters');
    await search.press('Enter');
    await search.fill('b'.repeat(200));
    await expect.poll(() => asked).toContain('b'.repeat(200));
    expect(asked).not.toContain('b'.repeat(201));
    await page.unroute(lists);
  });

  // covers 000-users.8
  await test.step('lists users that come without totals, as an object or a bare array', async () => {
    const users = [listedUser('u-1', 'Asha Rao')];
    for (const json of [{ success: true, users }, users])
      await during(page, lists, answer(json), async () => {
        await openPath(page, '/users');
        await expect(page.getByText('1 of 1 user')).toBeVisible();
        await expectText(page, 'Asha Rao');
      });
  });

  // covers 000-users.11
  await test.step('asks before it deletes a user and finds out the outcome of a lost response', async () => {
    const users = [listedUser('', 'Nobody'), listedUser('u-1', 'Asha Rao'), listedUser('u-2', 'Unnamed User')];
    await page.route(lists, answer({ success: true, users, total: 3, totalUsers: 3 }));
    await openPath(page, '/users');
    await page.getByRole('button', { name: 'Delete Nobody' }).click();
    await expectExactText(page, 'Invalid user ID. Cannot delete user.');
    await closeNotice(page);
    const asked = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Delete Asha Rao' }).click();
    await expect(asked).toContainText('Are you sure you want to delete user "Asha Rao"? This action cannot be undone.');
    type Answer = (route: Route) => Promise<void>;
    const deletion =
      (how: Answer, found: Answer): Answer =>
      (route) =>
        (route.request().method() === 'DELETE' ? how : found)(route);
    const agree = () => asked.getByRole('button', { name: 'Delete User' }).click();
    // The response is lost. Nothing is reported until the outcome is known.
    const gone = refuse('There is no such user.', 404);
    const deleted = page.getByText('User deleted successfully').first();
    const lost = (release: Promise<void>): Answer => deletion(ABORT, (route) => release.then(() => gone(route)));
    for (const isLeft of [false, true]) {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await during(page, '**/api/users/u-1', lost(held), async () => {
        if (isLeft) await page.getByRole('button', { name: 'Delete Asha Rao' }).click();
        await agree();
        await expect(asked).toContainText('Checking if the user was deleted…');
        if (isLeft) await asked.getByRole('button', { name: 'Close' }).click();
        release();
        await expect(deleted).toBeVisible();
        await expect(asked).toHaveCount(0);
      });
      await expect(deleted).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'Delete Unnamed User' }).click();
    await expect(asked).toContainText('Are you sure you want to delete user "u-2"? This action cannot be undone.');
  });
});

// covers 000-users.3
test('counts the export, cancels it and reports a failure', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world, '/users');
  const release = await holdBack(page, '**/api/exports/users.xlsx*', ABORT);
  let total: number | null = null;
  await page.route('**/api/exports/*/progress', (route) =>
    answer({ success: true, export: { status: 'running', written: 125_000, total } })(route),
  );
  await page.getByRole('button', { name: 'Export Users' }).click();
  await expectAccessible(page, 'the choice of a format');
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click();
  // An uncounted search has no total for the progress.
  await expectExactText(page, '1,25,000');
  total = 1_000_000;
  await expectExactText(page, '1,25,000 of 10,00,000');
  await expectAccessible(page, 'a running export');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The export was cancelled. No file was saved.').first()).toBeVisible();
  release();

  const exportCsv = async (failure: string): Promise<void> => {
    await page.getByRole('button', { name: 'Export Users' }).click();
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
    await expectText(page, `Failed to export users: ${failure}`);
  };
  const files = '**/api/exports/users.csv*';
  await during(page, files, refuse('3 exports are running.', 429), () => exportCsv('3 exports are running.'));

  // The server aborts the export and says why.
  const ended = { status: 'cancelled', written: 500, total, endedBecause: 'not_taken' };
  await page.route('**/api/exports/*/progress', answer({ success: true, export: ended }));
  await during(page, files, ABORT, () => exportCsv('The download was paused for 10 minutes.'));
});
