import { answer } from '../support/answers.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });

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
  // More than the list names: the number has its own field.
  completedCount: 12,
  referralCode: 'ASHA-7',
  usedReferralCode: 'RAVI-3',
};
const NOBODY = {
  ...USER,
  uid: 'zyxwvu-2',
  name: 'Unnamed User',
  email: 'No Email',
  phone: 'N/A',
  gender: 'Not specified',
  coins: 0,
  completedOffers: [],
  completedCount: 0,
  referralCode: null,
  usedReferralCode: null,
};

test('User Management shows the columns and the details that the specification names', async ({
  page,
  world,
  complaints,
}) => {
  await signIn(page, world);
  await page.route('**/api/users?*', answer({ success: true, users: [USER, NOBODY], total: 2, totalUsers: 5 }));
  const more = { heldCoins: 0, walletEntries: [] };
  await page.route(`**/api/users/${USER.uid}`, answer({ success: true, user: { ...USER, ...more } }));
  await page.route(`**/api/users/${NOBODY.uid}`, answer({ success: true, user: { ...NOBODY, ...more } }));
  await page.goto('/users');

  await test.step('columns, the initial and the first 6 characters of the id, coins and a short date in en-IN', async () => {
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

  await test.step('what a user never gave has the specification’s words', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Unnamed User' });
    for (const text of ['No Email', 'N/A', 'Not specified', '0']) await expect(row).toContainText(text);
  });

  const details = page.getByRole('dialog', { name: 'User Details' });
  const fact = (name: string) => details.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });

  await test.step('the details: basic and rewards information, completed offers, two buttons', async () => {
    await page.getByRole('link', { name: `View Details: ${USER.name}` }).click();
    const facts: [string, string][] = [
      ['Name', USER.name],
      ['Email', USER.email],
      ['Phone', USER.phone],
      ['Gender', 'Female'],
      ['Joined On', '01 Nov 2026'],
      ['User ID', USER.uid],
      ['Coins Balance', '1,23,456'],
      ['Completed Offers', '12'],
      ['Referral Code', 'ASHA-7'],
      ['Used Referral', 'RAVI-3'],
    ];
    await expect(details.getByRole('heading', { name: 'Basic Information' })).toBeVisible();
    await expect(details.getByRole('heading', { name: 'Rewards Information' })).toBeVisible();
    for (const [name, value] of facts) await expect(fact(name)).toContainText(value);
    await expect(fact('Completed Offers').locator('dd')).toHaveText('12');
    const completed = details.getByRole('region', { name: 'Completed Offers', exact: true });
    await expect(completed.getByRole('columnheader')).toHaveText(['Offer ID', 'Offer', 'Completed At']);
    const cells = completed.getByRole('cell');
    for (const [index, text] of [/^ofr_7/, 'Rummy Stars', /^02 Nov 2026, 12:00 pm /].entries())
      await expect(cells.nth(index)).toHaveText(text);
    await expect(details.getByRole('button', { name: 'Delete User' })).toBeVisible();
    await expectAccessible(page, 'the details of a user');
    await expectNoSidewaysScroll(page, 'the details of a user');
    await details.getByRole('button', { name: 'Close' }).last().click();
    await expect(details).toHaveCount(0);
  });

  await page.goto('about:blank');
  complaints.splice(0);
});

test('both lists of offers lead to a new one, whose picture has a recommended size', async ({ page, world }) => {
  await signIn(page, world);
  for (const kind of ['prime', 'regular']) {
    await page.goto(`/${kind}-offers`);
    await page.getByRole('link', { name: 'Add New Offer' }).first().click();
    await expect(page).toHaveURL(/\/add-offer/);
  }
  await expect(page.getByText(/512x512 px/).first()).toBeVisible();
  await page.goto('about:blank');
});
