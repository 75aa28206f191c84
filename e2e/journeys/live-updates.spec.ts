import type { LiveMessage } from '@muneem/contract/live';
import { deleteProblem, listProblems, respondToProblem, type Problem } from '@muneem/contract/problems';
import { openPath } from '../support/open-path.ts';
import { reportProblems } from '../support/report-problems.ts';
import { allowConsoleErrors, expect, expectAccessible, signIn, test } from '../support/test.ts';

const USER = { uid: 'live-1', name: 'Nila Bose', email: 'nila@mail.example' };
const TITLES = ['Where are my coins', 'It closes without warning'] as const;

test('updates a list and the bar live, and says when the device is offline', async ({ page, context, world }) => {
  allowConsoleErrors();
  await signIn(page, world, '/account');

  await test.step('shows an offline screen for unloaded code and opens it once online', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    const bar = page.getByRole('navigation', { name: 'Main' });
    await context.setOffline(true);
    await bar.getByRole('link', { name: 'Reports' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
    await expect(page).toHaveURL(/\/conversion-reports$/);
    await expectAccessible(page, 'the offline page');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('searchbox')).toBeVisible();
  });

  await reportProblems(world, USER, TITLES);
  const problems = async (): Promise<readonly Problem[]> => {
    const answer = await world.call(listProblems, { query: { search: 'Nila' } });
    return Array.isArray(answer) ? answer : (answer as { problems: Problem[] }).problems;
  };
  await openPath(page, '/problems?search=Nila');
  const rows = page.locator('tbody tr[data-row]');
  const row = (title: string) => rows.filter({ hasText: title });
  const support = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Support/ });
  await expect(rows).toHaveCount(2);
  const { openProblems: before } = (await world.call(listProblems, { query: { limit: 1 } })) as {
    openProblems: number;
  };
  await expect(support).toHaveAccessibleName(`Support ${before} waiting`);

  await test.step('holds a new row above the list and counts it in the bar at once', async () => {
    const late = { title: 'Just now', description: 'x', type: 'other' };
    expect((await world.platform.reportProblem(USER.uid, late)).status).toBe(200);
    await expect(support).toHaveAccessibleName(`Support ${before + 1} waiting`);
    const pill = page.getByRole('button', { name: '1 new' });
    await expect(pill).toBeVisible();
    await expect(rows).toHaveCount(2);
    await expect(row('Just now')).toHaveCount(0);
    await pill.click();
    await expect(rows.first()).toContainText('Just now');
    await expect(rows).toHaveCount(3);
    await expect(pill).toHaveCount(0);
  });

  await test.step('holds new rows in every order, also after opening the URL', async () => {
    await page.goto('/problems?search=Nila&sort=createdAt&order=desc');
    await expect(rows).toHaveCount(3);
    await expect(support).toContainText('waiting');
    const late = { title: 'Right now', description: 'x', type: 'other' };
    expect((await world.platform.reportProblem(USER.uid, late)).status).toBe(200);
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
    await expect(rows.first()).toContainText('Just now');
    const { userId, id } = (await problems()).find(({ title }) => title === late.title)!;
    await world.call(deleteProblem, { params: { userId, id } });
    await expect(page.getByRole('button', { name: '1 new' })).toHaveCount(0);
  });

  await test.step('updates a row in place after another admin’s response', async () => {
    const { userId, id, version } = (await problems()).find(({ title }) => title === TITLES[1])!;
    await expect(row(TITLES[1])).toContainText('Open');
    const body = { status: 'in_progress', adminResponse: '', version } as const;
    await world.call(respondToProblem, { params: { userId, id }, body });
    await expect(row(TITLES[1])).toContainText('In progress');
    await expect(support).toHaveAccessibleName(`Support ${before} waiting`);
  });

  await test.step('keeps the page and shows a banner when offline', async () => {
    const banner = page.getByText('You are offline. The data on this screen may be out of date');
    await context.setOffline(true);
    await expect(banner).toBeVisible();
    await expect(rows).toHaveCount(3);
    await context.setOffline(false);
    await expect(banner).toHaveCount(0);
  });

  for (const { userId, id } of await problems()) await world.call(deleteProblem, { params: { userId, id } });

  await test.step('shows the number of waiting records in the bar, up to 99', async () => {
    let waiting: LiveMessage['waiting'] = { withdrawals: 3, offerClaims: 7, problems: 0, proposals: null };
    await page.route('**/api/live', (route) => {
      const message: LiveMessage = {
        topics: [],
        waiting,
        payoutsStopped: null,
        restoredTo: null,
        role: 'owner',
        systemName: '',
      };
      return route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(message)}\n\n` });
    });
    await page.goto('/account');
    const bar = page.getByRole('navigation', { name: 'Main' });
    const link = (name: string) => bar.getByRole('link', { name, exact: true });
    await expect(link('Withdrawals 3 waiting')).toBeVisible();
    await expect(link('Support')).toBeVisible();
    waiting = { withdrawals: 0, offerClaims: 7, problems: 120, proposals: null };
    await expect(link('Support 99+ waiting')).toBeVisible();
    await expect(link('Withdrawals')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Support 99+ waiting' })).toBeVisible();
  });
});
