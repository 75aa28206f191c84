import { createPlatformClient } from '@muneem/sandbox/product';
import { ABORT, answer, callOf, closeNotice, during, refuse, said, speechless } from '../support/answers.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { PLATFORM_KEY, type TestWorld } from '../support/world.ts';

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });
test.afterEach(({ complaints }) => {
  const kept = complaints.filter((text) => !text.includes('Service Worker registration blocked'));
  complaints.splice(0, complaints.length, ...kept);
});

const USER = { uid: 'reporter-1', name: 'Divya Nair', email: 'divya@mail.example', phone: '', gender: 'Female' };
const TITLES = ['Coins are missing', 'App closes by itself'];

async function report({ product }: TestWorld): Promise<void> {
  const platform = createPlatformClient({ url: product.url, key: PLATFORM_KEY });
  await platform.createUser(USER);
  const types = ['payment', 'technical'];
  for (const [index, title] of TITLES.entries()) {
    const problem = {
      title,
      description: `About: ${title}`,
      type: types[index]!,
      attachments: ['https://files.example/a.png'],
    };
    expect((await platform.reportProblem(USER.uid, problem)).status).toBe(200);
  }
}

test('problems are found, answered and deleted', async ({ page, world }) => {
  await report(world);
  await signIn(page, world);
  await page.goto(`/problems?search=${encodeURIComponent(USER.name)}`);
  const row = (index: number) => page.getByRole('row').filter({ hasText: TITLES[index]! });
  const list = '/api/problems';

  await test.step('columns, counters, filters', async () => {
    for (const name of ['User', 'Problem', 'Type', 'Status', 'Created', 'Last Updated', 'Actions'])
      await expect(page.getByRole('columnheader', { name, exact: true })).toHaveCount(1);
    await expect(row(0)).toContainText('Payment');
    await expect(row(0)).toContainText('Open');
    await expect(page.getByText(/^\d+ open$/)).toBeVisible();
    const texts = (name: string) => page.getByLabel(name, { exact: true }).locator('option').allTextContents();
    expect(await texts('Status')).toEqual(['All statuses', 'Open', 'In Progress', 'Resolved', 'Closed']);
    expect(await texts('Type')).toEqual(['All types', 'Technical', 'Payment', 'Offer', 'Other']);
    const typed = await callOf(page, 'GET', list, async () => {
      await page.getByLabel('Type', { exact: true }).selectOption('payment');
    });
    expect(typed.query).toMatchObject({ type: 'payment', search: USER.name });
    await expect(row(1)).toHaveCount(0);
    await page.getByLabel('Type', { exact: true }).selectOption('all');
    await expect(row(1)).toBeVisible();
    await expectAccessible(page, 'User Problems');
    await expectNoSidewaysScroll(page, 'User Problems');
    await callOf(page, 'GET', list, () => page.getByRole('button', { name: 'Refresh', exact: true }).click());
  });

  await test.step('the details: attachments, response, ids, resolved', async () => {
    await page.getByRole('link', { name: `View: ${TITLES[0]}` }).click();
    const details = page.getByRole('dialog', { name: 'Problem Details' });
    for (const text of [
      'https://files.example/a.png',
      'No response yet',
      'Problem ID',
      'User ID',
      USER.uid,
      'Resolved',
    ])
      await expect(details.getByText(text).first()).toBeVisible();
    await expectAccessible(page, 'Problem Details');
    await details.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('respond with status and text, and with a status alone', async () => {
    await page.getByRole('button', { name: `Respond: ${TITLES[0]}` }).click();
    const form = page.getByRole('form', { name: 'Respond to Problem' });
    await form.getByLabel('Status').selectOption('resolved');
    await form.getByLabel('Admin Response').fill('They are there now.');
    const { body } = await callOf(page, 'PATCH', new RegExp(`^/api/users/${USER.uid}/problems/prb_`), () =>
      form.getByRole('button', { name: 'Save Response' }).click(),
    );
    expect(body).toMatchObject({ status: 'resolved', adminResponse: 'They are there now.' });
    await said(page, `Problem updated. The response is mailed to ${USER.email}.`);
    await expect(row(0)).toContainText('Resolved');
    await page.getByRole('button', { name: `Respond: ${TITLES[1]}` }).click();
    expect(await form.getByLabel('Status').locator('option').allTextContents()).toEqual([
      'Open',
      'In Progress',
      'Resolved',
      'Closed',
    ]);
    await form.getByLabel('Status').selectOption('in_progress');
    await form.getByRole('button', { name: 'Save Response' }).click();
    await said(page, 'Problem updated successfully');
    await expect(row(1)).toContainText('In Progress');
  });

  await test.step('delete asks first', async () => {
    await page.getByRole('button', { name: `Delete: ${TITLES[1]}` }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Are you sure you want to delete this problem? This action cannot be undone.');
    await callOf(page, 'DELETE', new RegExp(`^/api/users/${USER.uid}/problems/prb_`), () =>
      question.getByRole('button', { name: 'Delete Problem' }).click(),
    );
    await said(page, 'Problem deleted successfully');
    await expect(row(1)).toHaveCount(0);
  });

  await test.step('Create Test Problem finds a user and reports one', async () => {
    await page.goto('/problems');
    const users = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/users');
    const { body } = await callOf(page, 'POST', /^\/api\/users\/[^/]+\/problems$/, () =>
      page.getByRole('button', { name: 'Create Test Problem' }).click(),
    );
    await users;
    expect(body).toMatchObject({ title: 'Test Problem', type: 'technical' });
    expect(Object.keys(body as object).toSorted()).toEqual(['description', 'title', 'type']);
    await said(page, /^A test problem of .+ was created\.$/);
  });
});

test('what fails with problems is said in the words of the specification', async ({ page, world, complaints }) => {
  test.setTimeout(240_000);
  await report(world);
  await signIn(page, world);
  const lists = '**/api/problems?*';
  const screen = `/problems?search=${encodeURIComponent(USER.name)}`;

  await test.step('a list that does not come, in another format, too late, and empty', async () => {
    await during(page, lists, answer({ problems: 'none' }), async () => {
      await page.goto(screen);
      await said(page, 'Received invalid data from server. Expected an array of problems.');
    });
    await during(page, lists, speechless(), async () => {
      await page.goto(screen);
      await said(page, 'Failed to load user problems');
    });
    await during(page, lists, refuse('The desk is closed'), async () => {
      await page.goto(screen);
      await said(page, 'The desk is closed');
    });
    await during(page, lists, answer([]), async () => {
      await page.goto('/problems');
      await said(page, 'No problems found');
      await page.goto(screen);
      await said(page, 'No matching problems found');
    });
    let release = (): void => undefined;
    const never = new Promise<void>((resolve) => (release = resolve));
    await page.route(lists, (route) => never.then(() => route.abort().catch(() => undefined)));
    await page.goto(screen);
    await expect(page.getByText('Request timed out. Server may be unavailable.')).toBeVisible({ timeout: 30_000 });
    release();
    await page.unroute(lists);
  });

  await test.step('the array alone, as the specification has it, is shown newest first', async () => {
    const problem = (id: string, title: string) => ({
      id,
      userId: USER.uid,
      userName: USER.name,
      userEmail: USER.email,
      title,
      description: 'x',
      type: 'other',
      status: 'open',
      adminResponse: null,
      respondedBy: null,
      respondedAt: null,
      attachments: [],
      createdAt: '2026-11-20T06:30:00.000Z',
      updatedAt: '2026-11-20T06:30:00.000Z',
      resolvedAt: null,
      version: 1,
    });
    await during(page, lists, answer([problem('prb_2', 'The newer'), problem('prb_1', 'The older')]), async () => {
      await page.goto('/problems');
      await expect(page.getByRole('row').nth(1)).toContainText('The newer');
      await expect(page.getByRole('row').nth(2)).toContainText('The older');
    });
  });

  await test.step('updating and deleting that fail', async () => {
    await page.goto(screen);
    await page
      .getByRole('button', { name: `Respond: ${TITLES[1]}` })
      .first()
      .click();
    const form = page.getByRole('form', { name: 'Respond to Problem' });
    await form.getByLabel('Status').selectOption('closed');
    const question = page.getByRole('alertdialog');
    for (const [how, text] of [
      [speechless(), 'Failed to update problem'],
      [ABORT, 'Failed to update problem'],
      [refuse('Somebody else is at it'), 'Somebody else is at it'],
    ] as const) {
      await during(page, '**/api/users/*/problems/*', how, async () => {
        await form.getByRole('button', { name: 'Save Response' }).click();
        await expect(form.getByText(text)).toBeVisible();
        await expect(form.getByLabel('Status')).toHaveValue('closed');
      });
    }
    await form.getByRole('button', { name: 'Save Response' }).click();
    await said(page, 'Problem updated successfully');
    for (const how of [speechless(), ABORT]) {
      await during(page, '**/api/users/*/problems/*', how, async () => {
        await page
          .getByRole('button', { name: `Delete: ${TITLES[1]}` })
          .first()
          .click();
        await question.getByRole('button', { name: 'Delete Problem' }).click();
        await expect(question.getByRole('alert')).toHaveText('Failed to delete problem');
        await question.getByRole('button', { name: 'Cancel' }).click();
      });
    }
  });

  await test.step('nobody to report a test problem for', async () => {
    const nobody = answer({ success: true, users: [], total: 0, totalUsers: 0, page: 1, limit: 1 });
    await during(page, '**/api/users?*', nobody, async () => {
      await page.getByRole('button', { name: 'Create Test Problem' }).click();
      await said(page, 'No users found in the database. Cannot create test problem.');
      await closeNotice(page);
    });
  });

  await page.goto('about:blank');
  complaints.splice(0);
});
