import { callOf, clickButton, downloadOf, expectText, holdBack } from '../support/answers.ts';
import { requestWithdrawals } from '../support/request-withdrawals.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

const PEOPLE = Array.from({ length: 16 }, (_, index) => ({
  uid: `many-${index}`,
  name: `Many ${String(index).padStart(2, '0')}`,
}));

test('looks up a lost response, and decides all matching withdrawals on the server', async ({
  page,
  world,
  complaints,
}) => {
  const { provider } = world;
  await test.step('all users request a withdrawal', () => requestWithdrawals(world, PEOPLE));
  const before = provider.book.summary();
  const paid = () => provider.book.summary().paid - before.paid;
  await signIn(page, world, '/verify-withdrawals');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(PEOPLE.length + 1);
  const question = page.getByRole('alertdialog');
  const verify = '**/api/withdrawals/*/verify';
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/verify')) sent.push(request.url());
  });

  const look = /\/api\/withdrawals\/wdr_[^/]+$/;

  await test.step('reports a lost response, looks up the payment and pays only once', async () => {
    await page.route(verify, async (route) => {
      await route.fetch();
      await route.abort();
    });
    const release = await holdBack(page, look);
    await clickButton(rows.nth(1), /^Approve: /);
    await question.getByRole('button', { name: 'Approve' }).click();
    await expect(question.getByRole('status')).toContainText('Checking the withdrawal…');
    await expect(question.getByRole('button', { name: 'Close' })).toBeFocused();
    await expectAccessible(page, 'an outcome that is not known');
    release();
    await expectText(page, /^Withdrawal approved and payment initiated! Transaction ID: ./);
    await expect(question).toHaveCount(0);
    await expect(rows).toHaveCount(PEOPLE.length);
    expect(sent).toHaveLength(1);
    expect(paid()).toBe(1);
    await page.unroute(look);
  });

  await test.step('shows the result as a notice if the dialog was closed', async () => {
    const release = await holdBack(page, look);
    await clickButton(rows.nth(1), /^Reject: /);
    await question.getByRole('textbox').fill('Not theirs');
    await question.getByRole('button', { name: 'Reject' }).click();
    await expect(question.getByRole('status')).toContainText('Checking the withdrawal…');
    await question.getByRole('button', { name: 'Close' }).click();
    release();
    await expectText(page, 'Withdrawal rejected successfully!');
    await expect(rows).toHaveCount(PEOPLE.length - 1);
    await page.unroute(look);
    await page.unroute(verify);
  });

  await test.step('names each checkbox after its row, and offers all matching rows', async () => {
    await expect(page.getByRole('checkbox', { name: /^Select withdrawal of Many \d\d, ₹100\.00$/ })).toHaveCount(14);
    await page
      .getByRole('checkbox', { name: /^Select withdrawal of/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Select all 14 that match' }).click();
    await expectText(page, /All 14 withdrawals that match/);
  });

  const run = page.getByRole('dialog', { name: 'Approve withdrawals' });
  await test.step('confirms count and amount once; the count must be typed', async () => {
    await page.getByRole('button', { name: 'Approve all that match' }).click();
    await expect(question).toContainText('Approve 14 withdrawals and pay ₹1,400.00 in total?');
    await expect(question).toContainText('14 users · 1,400 coins.');
    const go = question.getByRole('button', { name: 'Pay 14 withdrawals' });
    await expect(go).toBeDisabled();
    await question.getByRole('textbox').fill('14');
    provider.faults.set([{ fault: 'refuse', times: 2 }]);
    const call = await callOf(page, 'POST', /^\/api\/bulk-runs\/[^/]+\/start$/, () => go.click());
    expect(call.body).toMatchObject({ count: 14 });
  });

  await test.step('shows the progress at its own URL, failures first with their count', async () => {
    await expect(page).toHaveURL(/run=run_/);
    await expect(run.getByText('All are decided.')).toBeVisible({ timeout: 30_000 });
    await expect(run.getByText('12 withdrawals approved, ₹1,200.00 in total.')).toBeVisible();
    await expect(run.getByText('Finished')).toBeVisible();
    await expect(run.getByText('Approving withdrawals')).toHaveCount(0);
    await expect(run.getByRole('heading', { name: '2 not done · 12 done' })).toBeVisible();
    await expect(run.getByRole('listitem')).toHaveCount(14);
    await expect(run.getByRole('listitem').nth(0)).toContainText('Payment failed');
    await expect(run.getByRole('listitem').nth(1)).toContainText('Payment failed');
    await expect(run.getByRole('listitem').nth(2)).toContainText('Done');
    const { name } = await downloadOf(page, () => run.getByRole('button', { name: 'Save list' }).click());
    expect(name).toMatch(/^run_.*\.csv$/);
    await expectAccessible(page, 'the results of a bulk run');
    await expectNoSidewaysScroll(page, 'the results of a bulk run');
    await page.reload();
    await expect(run.getByRole('heading', { name: '2 not done · 12 done' })).toBeVisible();
    await run.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('No pending withdrawals')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });
  expect(paid()).toBe(13);
  expect(provider.book.summary().doublePayouts).toBe(0);
  complaints.splice(0);
});
