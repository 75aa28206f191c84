import type { APIResponse } from '@playwright/test';
import { answer, downloadOf } from '../support/answers.ts';
import { press } from '../support/keyboard.ts';
import { listedUser } from '../support/listed-user.ts';
import { openPath } from '../support/open-path.ts';
import { person } from '../support/person.ts';
import { allowConsoleErrors, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

const USER = {
  uid: 'abcdefghij-1',
  name: 'asha rao',
  email: 'asha@mail.example',
  phone: '+919000012345',
  gender: 'Female',
  coins: 123456,
  // Late on the 30th in UTC is the 1st in Asia/Kolkata.
  createdAt: '2026-10-31T20:00:00.000Z',
  completedOffers: [{ id: 'ofr_7', title: 'Rummy Stars', completedAt: '2026-11-02T06:30:00.000Z' }],
  // More offers than the list contains. One of them can no longer be listed.
  completedCount: 13,
  referralCode: 'ASHA-7',
  usedReferralCode: 'RAVI-3',
};
const NAMELESS = listedUser('zyxwvu-2', 'Unnamed User');

/** As long as the longest gender, with the name's last characters. */
const genderLike = (name: string): string => `x${[...name].slice(-19).join('')}`;

test('shows the specified columns and details of users', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  await page.route('**/api/users?*', answer({ success: true, users: [USER, NAMELESS], total: 2, totalUsers: 5 }));
  const entry = (sequence: number, kind: string, amount: number) => ({
    sequence,
    journalId: sequence,
    kind,
    amount,
    balanceAfter: 123456,
    reason: null,
    by: 'asha@desk.example',
    at: '2026-11-02T06:30:00.000Z',
  });
  const wallet = [entry(3, 'hold', -1200), entry(2, 'reward', 124656)];
  await page.route(
    `**/api/users/${USER.uid}`,
    answer({ success: true, user: { ...USER, heldCoins: 0, owedCoins: 0, walletEntries: wallet } }),
  );
  await page.route(
    `**/api/users/${USER.uid}/wallet-entries?before=2`,
    answer({ success: true, walletEntries: [entry(1, 'forfeit', 0)] }),
  );
  const older = Array.from({ length: 11 }, (_, n) => ({
    id: `ofr_old_${n}`,
    title: `Older ${n}`,
    completedAt: `2026-10-${20 - n}T06:30:00.000Z`,
  }));
  await page.route(
    `**/api/users/${USER.uid}/completed-offers?before=ofr_7&at=2026-11-02T06%3A30%3A00.000Z`,
    answer({ success: true, completedOffers: older }),
  );
  const last = older.at(-1)!;
  await page.route(
    `**/api/users/${USER.uid}/completed-offers?before=${last.id}&at=*`,
    answer({ success: true, completedOffers: [] }),
  );
  await openPath(page, '/users');

  // covers 000-users.1 000-users.4
  await test.step('shows the initial, 6 characters of the id, coins and a short en-IN date', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
    const columns = ['Name', 'Email', 'Phone', 'Gender', 'Coins', 'Joined On', 'Actions'];
    await expect(page.getByRole('columnheader')).toHaveText(columns);
    const row = page.getByRole('row').filter({ hasText: USER.email });
    const name = row.getByRole('cell').first();
    await expect(name.getByText('A', { exact: true })).toBeVisible();
    await expect(name.getByText('abcdef', { exact: true })).toBeVisible();
    const cells = row.getByRole('cell');
    for (const [index, text] of [USER.email, USER.phone, 'Female', '1,23,456', /^01 Nov 2026 /].entries())
      await expect(cells.nth(index + 1)).toHaveText(text);
    await expect(page.getByText('2 of 5 users')).toBeVisible();
  });

  // covers 000-users.7
  await test.step('shows the specified text for missing values', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Unnamed User' });
    for (const text of ['No Email', 'N/A', 'Not specified', '0']) await expect(row).toContainText(text);
  });

  const details = page.getByRole('dialog', { name: 'User details' });
  const fact = (name: string) => details.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });

  // covers 000-users.5
  await test.step('shows basic and rewards information, completed offers and two buttons', async () => {
    await page.getByRole('link', { name: `View Details: ${USER.name}` }).click();
    const facts: [string, string][] = [
      ['Name', USER.name],
      ['Email', USER.email],
      ['Phone', USER.phone],
      ['Gender', 'Female'],
      ['Joined On', '01 Nov 2026'],
      ['User ID', USER.uid],
      ['Coins Balance', '1,23,456'],
      ['Completed Offers', '13'],
      ['Referral Code', 'ASHA-7'],
      ['Used Referral', 'RAVI-3'],
    ];
    await expect(details.getByRole('heading', { name: 'Basic Information' })).toBeVisible();
    await expect(details.getByRole('heading', { name: 'Rewards Information' })).toBeVisible();
    for (const [name, value] of facts) await expect(fact(name)).toContainText(value);
    await expect(fact('Completed Offers').locator('dd')).toHaveText('13');
    const completed = details.getByRole('region', { name: 'Completed Offers', exact: true });
    await expect(completed.getByRole('columnheader')).toHaveText(['Offer ID', 'Offer', 'Completed At']);
    const cells = completed.getByRole('cell');
    for (const [index, text] of [/^ofr_7/, 'Rummy Stars', /^02 Nov 2026, 12:00 pm /].entries())
      await expect(cells.nth(index)).toHaveText(text);
    await expect(completed).toContainText('The newest 1 of 13.');
    await press(page, completed.getByRole('button', { name: 'Show older' }));
    await expect(completed.getByRole('row').filter({ hasText: /ofr_/ })).toHaveText([
      /^ofr_7/,
      ...older.map(({ id, title }) => new RegExp(`^${id}.*${title}`)),
    ]);
    // An empty page ends the list, even if the count says otherwise.
    await press(page, completed.getByRole('button', { name: 'Show older' }));
    await expect(completed.getByText('The newest 12 of 13.')).toBeFocused();
    await expect(completed.getByRole('button', { name: 'Show older' })).toHaveCount(0);
    const history = details.getByRole('region', { name: 'Wallet history', exact: true });
    const entries = history.getByRole('row').filter({ has: page.getByRole('cell') });
    const shown = [/^Withdrawal-1,2001,23,456asha@desk/, /^Reward\+1,24,6561,23,456asha@desk/];
    await expect(entries).toHaveText(shown);
    await expect(history).toContainText('The newest 2 of 3.');
    await press(page, history.getByRole('button', { name: 'Show older' }));
    await expect(entries).toHaveText([...shown, /^Forfeited01,23,456/]);
    await expect(history.getByText('All 3.')).toBeFocused();
    await expect(details.getByRole('button', { name: 'Delete User' })).toBeVisible();
    await expectAccessible(page, 'the details of a user');
    await expectNoSidewaysScroll(page, 'the details of a user');
    await details.getByRole('button', { name: 'Close' }).last().click();
    await expect(details).toHaveCount(0);
  });

  await test.step('reports a missing user by URL', async () => {
    await openPath(page, '/users?user=nobody-here');
    await expect(details.getByRole('alert')).toHaveText('There is no user with the ID "nobody-here".');
    await expect(details.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  });

  // covers 000-5.20
  await test.step('shows special characters as plain text without sideways scrolling', async () => {
    const names = [
      '<script>document.title = "taken"</script>',
      'مرحبا بالعالم',
      '😀👨‍👩‍👧‍👦 नमस्ते',
      '=HYPERLINK("https://x.example")',
      `${'Longname'.repeat(25)}`,
    ];
    for (const [index, name] of names.entries())
      await world.platform.createUser(person(`hostile-${index}`, name, { email: '', gender: genderLike(name) }));
    await page.unrouteAll();
    await openPath(page, '/users?search=hostile-');
    for (const name of names) {
      const row = page.getByRole('row').filter({ hasText: name });
      await expect(row.getByText(name, { exact: true })).toBeVisible();
      await expect(row.getByText(genderLike(name), { exact: true })).toBeVisible();
    }
    await expect(page).toHaveTitle(/User Management/);
    await expectAccessible(page.getByRole('table'), 'users with texts of any kind');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page, 'users with texts of any kind, on a phone');
    for (const [index, name] of names.entries()) {
      await openPath(page, `/users?search=hostile-&user=hostile-${index}`);
      const details = page.getByRole('dialog', { name: 'User details' });
      await expect(details.getByText(name, { exact: true })).toBeVisible();
      await expect(details.getByText(genderLike(name), { exact: true })).toBeVisible();
      await expectNoSidewaysScroll(page, `the details of hostile-${index} on a phone`);
    }
    await expect(page).toHaveTitle(/User Management/);
  });

  await test.step('exports everything about a user, and erases the user', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const uid = 'personal-data-1';
    await world.platform.createUser(person(uid, 'Asha Rao'));
    await openPath(page, `/users?user=${uid}`);
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
      const exporting = () => modal.getByRole('button', { name: 'Export data' }).click();
      const { name, file } = await downloadOf(page, exporting);
      expect(name).toBe(`user-${uid}.json`);
      const { sections } = JSON.parse(file.toString('utf8')) as {
        sections: Record<string, object[]>;
      };
      expect(sections['users']).toMatchObject([{ uid, name: 'Asha Rao', email: `${uid}@mail.example` }]);
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
    });

    await test.step('shows the id of a failed request beside the error, and copies it', async () => {
      // The erasure is still told to every screen: the details may ask again. They get the first answer with its id.
      let first: Promise<APIResponse> | undefined;
      await page.route(`**/api/users/${uid}`, async (route) =>
        route.fulfill({ response: await (first ??= route.fetch()) }),
      );
      await openPath(page, `/users?user=${uid}`);
      await expect(details.getByRole('alert')).toHaveText(`There is no user with the ID "${uid}".`);
      const id = (await first)?.headers()['x-request-id'] ?? '';
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      await expect(details.getByText(`Request id ${id}`)).toBeVisible();
      await expectAccessible(page, 'an error with its request id');
      await expectNoSidewaysScroll(page, 'an error with its request id');
      await details.getByRole('button', { name: 'Copy request id' }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id);
    });
  });
});
