import { ABORT, answer, expectText, holdBack, refuse } from '../support/answers.ts';
import { listedUser } from '../support/listed-user.ts';
import { allowConsoleErrors, expect, signIn, signInHere, test } from '../support/test.ts';

const USER = listedUser('told-1', 'Asha Rao');

test('ends everything of a session with it', async ({ page, world }) => {
  allowConsoleErrors();
  // covers 000-4.8
  await test.step('redirects a listening window to sign-in when its session ends, and back', async () => {
    let hasEnded = false;
    const refused = { success: false, code: 'unauthorized', message: 'Your session has ended. Please sign in again.' };
    await page.route('**/api/live', (route) =>
      hasEnded
        ? route.fulfill({ status: 401, json: refused })
        : route.fulfill({ contentType: 'text/event-stream; charset=utf-8', body: ': still here\n\n' }),
    );
    await signIn(page, world, '/users');
    // The server ends the stream. The window only gets the response to its next attempt.
    hasEnded = true;
    await expect(page).toHaveURL('/login?next=%2Fusers');
    await page.unroute('**/api/live');
    await signInHere(page, world);
    await expect(page).toHaveURL('/users');
  });

  const bell = page.getByRole('button', { name: /^Notices/ });
  const held = page.waitForRequest('**/api/exports/users.csv?*');
  const release = await holdBack(page, '**/api/exports/users.csv?*', ABORT);

  await test.step('starts an export and shows a notice', async () => {
    await page.getByRole('button', { name: 'Export Users' }).click();
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
    await held;
    await page.route('**/api/users?*', answer({ success: true, users: [USER], total: 1, totalUsers: 1 }));
    const problem = { id: 'prb_1', userId: USER.uid, userName: USER.name, userEmail: USER.email, version: 1 };
    const told = { title: 'Test Problem', description: 'x', type: 'technical', status: 'open', attachments: [] };
    const times = { createdAt: '2026-11-20T06:30:00.000Z', updatedAt: '2026-11-20T06:30:00.000Z' };
    const open = { adminResponse: null, respondedBy: null, respondedAt: null, resolvedAt: null };
    await page.route(
      '**/api/users/*/problems',
      answer({ success: true, message: 'Reported', problem: { ...problem, ...told, ...times, ...open } }),
    );
    await page.getByRole('link', { name: /^Support/ }).click();
    await page.getByRole('button', { name: 'Create Test Problem' }).click();
    await expectText(page, 'Test problem created for Asha Rao.');
    await expect(bell).toHaveAccessibleName('Notices');
  });

  await test.step('ends both on sign-out', async () => {
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/exports/users.csv'));
    await page.keyboard.press('Control+k');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('Asha Rao')).toHaveCount(0);
  });

  await test.step('shows no notices to the next admin', async () => {
    await signInHere(page, world);
    await expect(bell).toHaveAccessibleName('Notices');
    await bell.click();
    await expect(page.getByText('No notices yet. Closed notices stay here until you sign out.')).toBeVisible();
  });

  const question = page.getByRole('alertdialog');
  const askToDelete = async () => {
    await page.goto('/users');
    await page.getByRole('button', { name: 'Delete Asha Rao' }).click();
    await expect(question).toContainText('Are you sure you want to delete user "Asha Rao"?');
  };
  const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  await test.step('closes an open dialog when the session ends', async () => {
    await askToDelete();
    await page.route('**/api/auth/verify', refuse('Your session has ended. Please sign in again.', 401));
    await lookAgain();
    await expect(page).toHaveURL(/\/login/);
    await expect(question).toHaveCount(0);
    await expect(page.getByText('Asha Rao')).toHaveCount(0);
    await page.unroute('**/api/auth/verify');
  });

  await test.step('closes an open dialog when another admin signs in', async () => {
    await signInHere(page, world);
    await expect(page).not.toHaveURL(/\/login/);
    await askToDelete();
    await page.route(
      '**/api/auth/verify',
      answer({
        success: true,
        admin: { id: 'adm_b', email: 'b@muneem.example', name: 'B', role: 'owner' },
        expiresAt: '2099-01-01T00:00:00.000Z',
      }),
    );
    const askedAnew = page.waitForRequest('**/api/users?*');
    await lookAgain();
    await expect(question).toHaveCount(0);
    await askedAnew;
    await expect(page).toHaveURL(/\/users/);
  });

  release();
});
