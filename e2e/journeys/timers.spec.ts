import { createOffer, deleteOffer } from '@muneem/contract/offers';
import { offerBody } from '../support/offer-body.ts';
import { ABORT, answer, closeNotice, during, earlierRequests, expectText, failSilently } from '../support/answers.ts';
import { listedUser } from '../support/listed-user.ts';
import { openPath } from '../support/open-path.ts';
import { answerSmartPoll, cronStatus, STATUS_CALLS } from '../support/smart-poll.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

const USER = listedUser('u-3', 'Three Seconds');

test('shows notices and refreshes for the specified time, and accepts a button press once', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  const notices = page.getByRole('region', { name: 'Notices' });
  const { offer } = await world.call(createOffer, {
    body: offerBody('Five seconds'),
  });
  // Controls the page's clock.
  await page.clock.install();

  // covers 000-users.12 000-users.13
  await test.step('shows "User deleted successfully" for 3 seconds', async () => {
    await page.route('**/api/users?*', answer({ success: true, users: [USER], total: 1, totalUsers: 1 }));
    await page.route('**/api/users/u-3', answer({ success: true, message: '' }));
    await openPath(page, '/users');
    await page.getByRole('button', { name: 'Delete Three Seconds' }).click();
    const agree = page.getByRole('alertdialog').getByRole('button', { name: 'Delete User' });
    await expect(agree).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    await agree.click();
    const toast = notices.getByText('User deleted successfully', { exact: true });
    await expect(toast).toBeVisible();
    const color = await notices.locator('[data-tone="success"]').evaluate((icon) => getComputedStyle(icon).color);
    const [red = 0, green = 0, blue = 0] = (/\d+, \d+, \d+/.exec(color)?.[0] ?? '').split(', ').map(Number);
    expect(green, color).toBeGreaterThan(1.2 * Math.max(red, blue));
    await page.mouse.move(0, 0);
    await page.clock.runFor(2_800);
    await expect(toast).toBeVisible();
    await page.clock.runFor(400);
    await expect(toast).toHaveCount(0);
    await page.clock.resume();
  });

  // covers 000-8.14
  await test.step('shows the parameter banners for 5 seconds', async () => {
    const calls = '**/api/offers/*/custom-click-params**';
    await openPath(page, `/edit-offer/${offer._id}`);
    const add = page.getByRole('button', { name: 'Add', exact: true });
    await expect(add).toBeVisible();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const addTyped = (names: string) => async () => {
      await page.getByLabel('Parameter names').fill(names);
      await add.click();
    };
    const removeOne = () => page.getByRole('button', { name: 'Remove parameter one' }).click();
    for (const [how, act, text] of [
      [undefined, addTyped('one'), 'Successfully added 1 parameters'],
      [undefined, addTyped('one, two'), 'Added 1 parameters. Errors: Parameter "one" already exists'],
      [failSilently(), addTyped('three'), 'Failed to add parameter'],
      [ABORT, addTyped('three'), 'Error adding parameter(s)'],
      [failSilently(), removeOne, 'Failed to remove parameter'],
      [ABORT, removeOne, 'Error removing parameter'],
    ] as const) {
      const banner = notices.getByText(text);
      const seen = async () => {
        await act();
        await expect(banner).toBeVisible();
      };
      await (how === undefined ? seen() : during(page, calls, how, seen));
      await page.mouse.move(0, 0);
      await page.clock.runFor(4_800);
      await expect(banner, text).toBeVisible();
      await page.clock.runFor(400);
      await expect(banner, text).toHaveCount(0);
    }
    await page.clock.resume();
  });

  // covers 000-8.14
  await test.step('keeps the banner for parameters that cannot be loaded', async () => {
    for (const [how, text] of [
      [failSilently(), 'Failed to load custom parameters'],
      [ABORT, 'Error loading custom parameters'],
    ] as const) {
      await during(page, '**/api/offers/*/custom-click-params', how, async () => {
        await openPath(page, `/edit-offer/${offer._id}`);
        await expectText(page, text);
        await page.clock.fastForward(6_000);
        await earlierRequests(page);
        await expectText(page, text);
        await expect(page.getByRole('list', { name: 'Custom Click ID Parameters' })).toHaveCount(0);
      });
    }
    await openPath(page, `/edit-offer/${offer._id}`);
  });

  // covers 000-2.41
  await test.step('does not save an offer twice', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/offers/${offer._id}`, async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await page.getByLabel('Coins').fill('25');
    const save = page.getByRole('form', { name: 'Edit Offer' }).locator('button[type=submit]').last();
    await save.click();
    await expect(save).toBeDisabled();
    await expect(save).toHaveAttribute('aria-busy', 'true');
    release();
    await expectText(page, 'Offer updated successfully!');
    await closeNotice(page);
    await expect(page).toHaveURL(/\/$/);
  });

  await world.call(deleteOffer, { params: { id: offer._id } });

  // covers 001-7.28
  await test.step('refreshes the cron status every 30 seconds, requests once between 28.5 and 31 seconds', async () => {
    // Without live updates and active runs, only the clock triggers requests.
    await answerSmartPoll(page, cronStatus());
    let asked = 0;
    await page.route(STATUS_CALLS, (route) => {
      asked += 1;
      return route.fulfill({ json: cronStatus({ runCount: 5_000 + asked }) });
    });
    /** The next 30 seconds start when the response is shown, which the page's clock does not control. */
    const answerIsShown = () =>
      expect(async () => {
        await page.clock.runFor(5);
        await expect(page.getByText(`5,00${asked}`, { exact: true })).toBeVisible({ timeout: 250 });
      }).toPass({ timeout: 20_000 });
    await page.goto('/smart-poll');
    await expect(page.getByText(/^5,00\d$/)).toBeVisible();
    const before = asked;
    await page.clock.pauseAt(Date.now() + 7_200_000);
    await expect.poll(() => asked).toBe(before + 1);
    for (let round = before + 1; round < before + 4; round += 1) {
      await answerIsShown();
      await page.clock.runFor(28_500);
      await earlierRequests(page);
      expect(asked).toBe(round);
      // In steps, so that the clock stops at the request. Otherwise the rounds would drift.
      for (let step = 0; step < 5 && asked === round; step += 1) {
        await page.clock.runFor(500);
        await earlierRequests(page);
      }
      await expect.poll(() => asked).toBe(round + 1);
    }
  });
});
