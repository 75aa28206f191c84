import { createOffer, deleteOffer } from '@muneem/contract/offers';
import { signInAdmin } from '@muneem/sandbox/product';
import { ABORT, answer, closeNotice, during, refuse, said, speechless } from '../support/answers.ts';
import { listedUser } from '../support/listed-user.ts';
import { expect, signIn, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });

const USER = listedUser('u-3', 'Three Seconds');

test('notices stay as long as the specification says, and a button works once', async ({ page, world, complaints }) => {
  await signIn(page, world);
  const notices = page.getByRole('region', { name: 'Notices' });
  const admin = await signInAdmin({ url: world.product.url, mailbox: world.mailbox, ...ADMIN });
  const { offer } = await admin.call(createOffer, {
    body: {
      title: 'Five seconds',
      description: 'Watch it.',
      coins: 20,
      type: 'video',
      requirements: 'None.',
      trackingUrl: 'https://network.example/?c={click_id}',
      steps: [{ title: 'Watch', description: 'It.' }],
      events: [{ eventName: 'install' }],
    },
  });
  // The page's clock stands still from here on and goes on only when it is told to.
  await page.clock.install();

  await test.step('"User deleted successfully": 3 seconds', async () => {
    await page.route('**/api/users?*', answer({ success: true, users: [USER], total: 1, totalUsers: 1 }));
    await page.route('**/api/users/u-3', answer({ success: true, message: '' }));
    await page.goto('/users');
    await page.getByRole('button', { name: 'Delete Three Seconds' }).click();
    const agree = page.getByRole('alertdialog').getByRole('button', { name: 'Delete User' });
    await expect(agree).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    await agree.click();
    const toast = notices.getByText('User deleted successfully');
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

  await test.step('the banners of the parameter manager: 5 seconds', async () => {
    await page.goto(`/edit-offer/${offer._id}`);
    const add = page.getByRole('button', { name: 'Add', exact: true });
    await expect(add).toBeVisible();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.getByLabel('Parameter names').fill('tid');
    await page.route('**/api/offers/*/custom-click-params', speechless());
    await add.click();
    const banner = notices.getByText('Failed to add parameter');
    await expect(banner).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.runFor(4_800);
    await expect(banner).toBeVisible();
    await page.clock.runFor(400);
    await expect(banner).toHaveCount(0);
    await page.clock.resume();
  });

  await test.step('an offer that is being saved cannot be saved again', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
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
    await said(page, 'Offer updated successfully!');
    await closeNotice(page);
    await expect(page).toHaveURL(/\/$/);
  });

  await page.goto('about:blank');
  complaints.splice(0);
  await admin.call(deleteOffer, { params: { id: offer._id } });
});

test('the cron status is asked for every 30 seconds, and a smart poll that fails says so', async ({
  page,
  world,
  complaints,
}) => {
  await signIn(page, world);
  await page.clock.install();
  let asked = 0;
  let answered = 0;
  await page.route('**/api/admin/cron-status', async (route) => {
    asked += 1;
    await route.fulfill({ response: await route.fetch() });
    answered += 1;
  });
  await page.goto('/smart-poll');
  const start = page.getByRole('button', { name: 'Run Smart Poll Now' });
  await expect(page.getByRole('region', { name: 'Cron status' }).getByText('Run Count')).toBeVisible();

  await test.step('every 30 seconds', async () => {
    await page.clock.pauseAt(Date.now() + 120_000);
    for (let round = 0; round < 3; round += 1) {
      // The next 30 seconds begin with the answer, which the clock of the page does not bring.
      await expect.poll(() => asked - answered).toBe(0);
      await page.waitForTimeout(200);
      const before = asked;
      await page.clock.runFor(29_000);
      const early = asked - before;
      await page.clock.runFor(2_000);
      await expect.poll(() => asked - before).toBeGreaterThanOrEqual(1);
      expect(early).toBeLessThanOrEqual(1);
      expect(asked - before).toBeLessThanOrEqual(2);
    }
    await page.clock.resume();
  });

  await test.step('the fixed texts, no network, and the server’s own words', async () => {
    for (const [path, button, text] of [
      ['smart-poll', start, 'Smart poll failed'],
      ['force-smart-poll', page.getByRole('button', { name: 'Force Smart Poll' }), 'Force smart poll failed'],
    ] as const) {
      for (const [how, words] of [
        [speechless(), text],
        [ABORT, 'Network error'],
        [refuse('A smart poll is running already.'), 'A smart poll is running already.'],
      ] as const) {
        await during(page, `**/api/admin/${path}`, how, async () => {
          await button.click();
          await said(page, words);
        });
      }
    }
  });

  await page.goto('about:blank');
  complaints.splice(0);
});
