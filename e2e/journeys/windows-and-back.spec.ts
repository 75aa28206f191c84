import type { Page } from '@playwright/test';
import { answer } from '../support/answers.ts';
import { answerLists } from '../support/conversion-lists.ts';
import { openPath } from '../support/open-path.ts';
import { person } from '../support/person.ts';
import { reportProblems } from '../support/report-problems.ts';
import {
  conversionDetails,
  CONVERSIONS,
  listWithdrawalRows,
  withdrawalDetails,
  withdrawalHistory,
  WITHDRAWALS,
} from '../support/rows.ts';
import { expect, signIn, test } from '../support/test.ts';

const USER = { uid: 'back-user-1', name: 'Kiran Bedi' };
const REPORTER = { uid: 'back-user-2', name: 'Lata Rao', email: 'lata@mail.example' };

/** Opens the screen from another one, then opens its window. */
async function openFrom(page: Page, path: string, open: () => Promise<unknown>): Promise<void> {
  await openPath(page, '/account');
  await openPath(page, path);
  await open();
}

test('Back closes a window that was opened once, and Forward opens it again', async ({ page, world }) => {
  await world.platform.createUser(person(USER.uid, USER.name));
  await reportProblems(world, REPORTER, ['A window with history', 'Another one']);
  await signIn(page, world);
  await listWithdrawalRows(page);
  await page.route('**/api/withdrawals/history*', answer(withdrawalHistory()));
  for (const row of WITHDRAWALS) await page.route(`**/api/withdrawals/${row.id}`, answer(withdrawalDetails(row)));
  await answerLists(page);
  const [conversion] = CONVERSIONS;
  await page.route(`**/api/conversion-reports/${conversion!.conversionId}`, answer(conversionDetails(conversion!)));
  const window = (name: string) => page.getByRole('dialog', { name, exact: true });
  const firstRow = () => page.getByRole('row').nth(1).getByRole('link').first().click();

  for (const [path, name] of [
    [`/users?search=${USER.uid}`, 'User details'],
    ['/verify-withdrawals?status=all', 'Withdrawal Details'],
    [`/problems?search=${REPORTER.uid}`, 'Problem details'],
    ['/conversion-reports', 'Conversion details'],
    ['/audit', undefined],
  ] as const)
    await test.step(`closes the window of ${path} by its button, by Escape and by Back`, async () => {
      const open = name === undefined ? page.getByRole('dialog') : window(name);
      await openFrom(page, path, firstRow);
      await open.getByText('Close', { exact: true }).click();
      await expect(open).toHaveCount(0);
      await expect(page).toHaveURL(path);
      await page.goBack();
      await expect(page).toHaveURL('/account');
      await page.goForward();
      await expect(page).toHaveURL(path);
      await page.goForward();
      await expect(open).toBeVisible();
      // A second press before the window is gone does not leave the screen.
      await page.evaluate(() => {
        for (let presses = 0; presses < 2; presses += 1)
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      });
      await expect(open).toHaveCount(0);
      await expect(page).toHaveURL(path);
      await page.goForward();
      await expect(open).toBeVisible();
      await page.goBack();
      await expect(open).toHaveCount(0);
      await expect(page).toHaveURL(path);
    });

  await test.step('closes the history at once, whatever was filtered in it', async () => {
    const history = window('Withdrawal History');
    const list = '/verify-withdrawals?status=all';
    await openFrom(page, list, () => page.getByRole('button', { name: 'View History' }).click());
    await history.getByLabel('Status').selectOption('rejected');
    await history.getByRole('searchbox').fill('Person');
    await expect(page).toHaveURL(/h-search=Person/);
    await history.getByRole('link', { name: 'Details: wd-3' }).click();
    await window('Withdrawal Details').getByText('Close', { exact: true }).click();
    await expect(window('Withdrawal Details')).toHaveCount(0);
    await page.goBack();
    await expect(history).toHaveCount(0);
    await expect(page).toHaveURL(list);
    await page.goForward();
    await expect(history.getByRole('searchbox')).toHaveValue('Person');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(list);
    await page.goBack();
    await expect(page).toHaveURL('/account');
  });

  await test.step('leaves a window in a window by one press', async () => {
    const list = `/problems?search=${REPORTER.uid}`;
    await openFrom(page, list, firstRow);
    await window('Problem details').getByRole('button', { name: 'Respond' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(list);
    await page.goBack();
    await expect(page).toHaveURL('/account');
  });

  await test.step('closes a window that the palette opened, then goes back to the screen before', async () => {
    await openPath(page, '/account');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('textbox', { name: 'Commands' })).toBeFocused();
    await page.keyboard.insertText(USER.uid);
    await page.getByRole('button', { name: `User ${USER.name} (${USER.uid})` }).click();
    await window('User details').getByText('Close', { exact: true }).click();
    await expect(page).toHaveURL('/users');
    await page.goBack();
    await expect(page).toHaveURL('/account');
  });

  await test.step('closes a form and a question, and stays on their screen', async () => {
    const change = page.getByRole('dialog', { name: 'Change password' });
    await openFrom(page, '/account', () => page.getByRole('button', { name: 'Change password' }).click());
    await expect(change).toBeVisible();
    await page.goBack();
    await expect(change).toHaveCount(0);
    await expect(page).toHaveURL('/account');

    const list = `/users?search=${USER.uid}`;
    await openFrom(page, list, () => page.getByRole('button', { name: /^Delete/ }).click());
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page).toHaveURL(list);
    await page.goBack();
    await expect(page).toHaveURL('/account');
  });
});
