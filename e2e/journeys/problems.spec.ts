import { callOf, expectText } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { ATTACHMENTS, reportProblems } from '../support/report-problems.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

const USER = { uid: 'reporter-1', name: 'Divya Nair', email: 'divya@mail.example' };
const TITLES = ['Coins are missing', 'App closes without warning'] as const;
/** 21 Nov 2026, 10:26 am, with the exact second for screen readers. */
const SHOWN_TIME = /^\d{2} \w{3,4} \d{4}, \d{1,2}:\d{2} [ap]m \(.+ IST \(UTC\+05:30\)\)$/;

// covers 001-1.4
test('finds, answers and deletes problems', async ({ page, world }) => {
  await reportProblems(world, USER, TITLES);
  await signIn(page, world);
  const row = (index: number) => page.getByRole('row').filter({ hasText: TITLES[index]! });
  const list = '/api/problems';

  // covers 001-7.14
  await test.step('first requests the list by status, open first', async () => {
    const first = await callOf(page, 'GET', list, () =>
      openPath(page, `/problems?search=${encodeURIComponent(USER.name)}`),
    );
    expect(first.query).toMatchObject({ page: '1', limit: '50', sort: 'status', order: 'asc' });
  });

  // covers 001-2.20
  await test.step('shows columns, filters, search and Refresh', async () => {
    for (const name of ['User', 'Problem', 'Type', 'Status', 'Created', 'Last Updated', 'Actions'])
      await expect(page.getByRole('columnheader', { name, exact: true })).toHaveCount(1);
    for (const text of [USER.name, USER.email, TITLES[0], `About: ${TITLES[0]}`, 'Payment', 'Open'])
      await expect(row(0)).toContainText(text);
    const choices = (name: string) => page.getByLabel(name, { exact: true }).locator('option');
    await expect(choices('Status')).toHaveText(['All statuses', 'Open', 'In progress', 'Resolved', 'Closed']);
    await expect(choices('Type')).toHaveText(['All types', 'Technical', 'Payment', 'Offer', 'Other']);
    const choose = (name: 'Type' | 'Status', value: string) => {
      const choice = async () => void (await page.getByLabel(name, { exact: true }).selectOption(value));
      return callOf(page, 'GET', list, choice, { [name.toLowerCase()]: value, search: USER.name });
    };
    await choose('Type', 'payment');
    await expect(row(0)).toBeVisible();
    await expect(row(1)).toHaveCount(0);
    await page.getByLabel('Type', { exact: true }).selectOption('all');
    await expect(row(1)).toBeVisible();
    await choose('Status', 'closed');
    await expect(row(0)).toHaveCount(0);
    await choose('Status', 'open');
    await expect(row(0)).toBeVisible();
    await page.getByLabel('Status', { exact: true }).selectOption('all');
    const search = page.getByRole('searchbox');
    await callOf(page, 'GET', list, () => search.fill(TITLES[1]), { search: TITLES[1] });
    await expect(row(0)).toHaveCount(0);
    await expect(row(1)).toBeVisible();
    await search.fill(USER.name);
    await expect(row(0)).toBeVisible();
    await expectAccessible(page.getByRole('table'), 'User Problems');
    await expectNoSidewaysScroll(page, 'User Problems');
    const late = { title: 'Reported meanwhile', description: 'x', type: 'other' };
    expect((await world.platform.reportProblem(USER.uid, late)).status).toBe(200);
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
    await callOf(page, 'GET', list, () => refresh.press('Enter'));
    await expect(page.getByRole('row').filter({ hasText: late.title })).toBeVisible();
    await expect(refresh).toBeFocused();
  });

  const details = page.getByRole('dialog', { name: 'Problem details' });
  const part = (name: string) => details.getByRole('region', { name, exact: true });
  const record = (): Promise<Record<string, string>> =>
    part('Record')
      .locator('dl > div')
      .evaluateAll((lines) =>
        Object.fromEntries(lines.map((line) => [...line.children].map((child) => child.textContent ?? ''))),
      );
  let before: Record<string, string> = {};

  // covers 001-2.22 001-3.9
  await test.step('shows attachments, response, ids and resolved time in the details', async () => {
    await page.getByRole('link', { name: `View: ${TITLES[0]}` }).click();
    await expect(part('Description')).toContainText(`About: ${TITLES[0]}`);
    const links = part('Attachments').getByRole('link');
    await expect(links).toHaveCount(ATTACHMENTS.length);
    for (const [at, link] of ATTACHMENTS.entries()) await expect(links.nth(at)).toHaveAttribute('href', link);
    await expect(part('Admin response')).toContainText('No response yet');
    before = await record();
    expect(before).toMatchObject({
      User: USER.name,
      Email: USER.email,
      'User ID': USER.uid,
      'Problem ID': new URL(page.url()).searchParams.get('problem'),
      Created: expect.stringMatching(SHOWN_TIME),
      'Last Updated': expect.stringMatching(SHOWN_TIME),
      Resolved: '–',
    });
    await expectAccessible(page, 'Problem details');
    await details.getByRole('button', { name: 'Close' }).last().click();
  });

  // covers 001-2.23 001-4.11 001-7.15
  await test.step('responds with status and text, and with a status only', async () => {
    await page.getByRole('button', { name: `Respond: ${TITLES[0]}` }).click();
    const form = page.getByRole('form', { name: 'Respond to problem' });
    // An answer moves an open problem on.
    await expect(form.getByLabel('Status')).toHaveValue('in_progress');
    await form.getByLabel('Status').selectOption('resolved');
    await form.getByLabel('Admin response').fill('They are there now.');
    const path = new RegExp(`^/api/users/${USER.uid}/problems/prb_`);
    const save = () => callOf(page, 'PATCH', path, () => form.getByRole('button', { name: 'Save response' }).click());
    // The version is the one the user saw (docs/decisions/specification-differences.md).
    expect((await save()).body).toEqual({ status: 'resolved', adminResponse: 'They are there now.', version: 1 });
    await expectText(page, `Problem updated. The response is sent to ${USER.email}.`);
    await expect(row(0)).toContainText('Resolved');
    await page.getByRole('button', { name: `Respond: ${TITLES[1]}` }).click();
    // The admin's last choice.
    await expect(form.getByLabel('Status')).toHaveValue('resolved');
    const statuses = form.getByLabel('Status').locator('option');
    await expect(statuses).toHaveText(['Open', 'In progress', 'Resolved', 'Closed']);
    await form.getByLabel('Status').selectOption('in_progress');
    expect((await save()).body).toEqual({ status: 'in_progress', adminResponse: '', version: 1 });
    await expectText(page, 'Problem updated successfully');
    await expect(row(1)).toContainText('In progress');
  });

  // covers 001-2.22
  await test.step('shows response, author and time of a resolved problem', async () => {
    await page.getByRole('link', { name: `View: ${TITLES[0]}` }).click();
    await expect(part('Admin response')).toContainText('They are there now.');
    await expect(part('Admin response')).toContainText(ADMIN.email);
    const after = await record();
    expect(after['Resolved']).toMatch(SHOWN_TIME);
    expect(after['Last Updated']).toBe(after['Resolved']);
    expect(after['Created']).toBe(before['Created']);
    expect(after['Problem ID']).toBe(before['Problem ID']);
    await part('History').getByRole('button', { name: 'Show history' }).click();
    const answered = part('History').getByRole('listitem').filter({ hasText: 'Problems: respond' });
    await expect(answered).toContainText('Status: open → resolved');
    await expect(answered).toContainText('Admin response: (empty) → They are there now.');
    await expect(answered).toContainText(ADMIN.email);
    await expect(part('History').getByRole('listitem').filter({ hasText: 'Problems: report' })).toHaveCount(1);
    await details.getByRole('button', { name: 'Close' }).last().click();
  });

  // covers 001-2.24 001-7.16
  await test.step('confirms the deletion', async () => {
    await page.getByRole('button', { name: `Delete: ${TITLES[1]}` }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Are you sure you want to delete this problem? This action cannot be undone.');
    await callOf(page, 'DELETE', new RegExp(`^/api/users/${USER.uid}/problems/prb_`), () =>
      question.getByRole('button', { name: 'Delete problem' }).click(),
    );
    await expectText(page, 'Problem deleted successfully');
    await expect(row(1)).toHaveCount(0);
  });

  // covers 001-2.19 001-7.17
  await test.step('Create Test Problem reports a problem for a user', async () => {
    await openPath(page, '/problems');
    const users = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/users');
    const { body } = await callOf(page, 'POST', /^\/api\/users\/[^/]+\/problems$/, () =>
      page.getByRole('button', { name: 'Create Test Problem' }).click(),
    );
    await users;
    expect(body).toMatchObject({ title: 'Test Problem', type: 'technical' });
    expect(Object.keys(body as object).toSorted()).toEqual(['description', 'title', 'type']);
    await expectText(page, /^Test problem created for .+\.$/);
  });
});
