import { createOffer, deleteOffer } from '@muneem/contract/offers';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { PNG, pngOfSize } from '../support/pictures.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

test('shows the coins of an offer’s events, and each error at its field', async ({ page, world }) => {
  await page.route('https://cdn.example/icon.png', (route) => route.fulfill({ contentType: 'image/png', body: PNG }));
  await signIn(page, world, '/add-offer');
  const form = page.getByRole('form', { name: 'Create New Offer' });

  await test.step('sums the coins of all events beside the coins and warns of more', async () => {
    const coins = form.getByLabel('Coins');
    await coins.fill('120');
    await form.getByLabel('Event name').fill('install');
    await expect(coins).toHaveAccessibleDescription('All events pay 48 of 120 coins.');
    await form.getByLabel('Payout (₹)').fill('240');
    await expect(coins).toHaveAccessibleDescription(
      'All events pay 240 of 120 coins. This is more than the offer promises.',
    );
    await form.getByLabel('Payout (₹)').fill('0');
  });

  await test.step('reports a refused file at the file and not at the URL', async () => {
    const picture = { name: 'icon.png', mimeType: 'image/png', buffer: pngOfSize(2 * 1024 * 1024) };
    await page.locator('input[type=file]').setInputFiles(picture);
    const upload = form.getByRole('button', { name: 'Upload image' });
    await expect(upload).toHaveAccessibleDescription('! Image size should be less than 2MB');
    await expect(form.getByLabel('Image URL')).toHaveAccessibleDescription('');
    await expectAccessible(page, 'the offer form with a refused file');
    await expectNoSidewaysScroll(page, 'the offer form with a refused file');
    await form.getByLabel('Image URL').fill('https://cdn.example/icon.png');
    await form.getByLabel('Image URL').fill('');
  });

  await test.step('removes the message about marked fields with the last mark', async () => {
    const banner = form.getByText('Please correct the marked fields.');
    await form.getByRole('button', { name: 'Create Offer' }).click();
    await expect(banner).toBeVisible();
    await form.getByLabel('Title').first().fill('Chess');
    await expect(banner).toBeVisible();
    await form.getByLabel('Description').first().fill('Play.');
    await form.getByLabel('Offer Type').selectOption('Daily');
    await form.getByLabel('Tracking URL').fill('https://network.example/go?c={click_id}');
    await form.getByRole('textbox', { name: 'Requirements' }).fill('None.');
    const steps = form.getByRole('list', { name: 'Steps' });
    await steps.getByLabel('Title').fill('One');
    await steps.getByLabel('Description').fill('Only.');
    await expect(banner).toHaveCount(0);
  });

  await test.step('shows the share of the coins on the card of its URL', async () => {
    const events = [{ eventName: 'install', eventPayout: 0, eventCap: 5 }];
    const { offer } = await world.call(createOffer, { body: offerBody('Pays a share', { coins: 120, events }) });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/$/);
    await openPath(page, `/postback-urls/${offer._id}`);
    const card = page.getByRole('list', { name: 'System URLs' }).getByRole('listitem');
    await expect(card.locator('dl > div').first()).toHaveText('Payout40% of 120 coins = 48 coins');
    await world.call(deleteOffer, { params: { id: offer._id } });
  });
});

test('a busy button keeps the focus and is pressed once', async ({ page, world }) => {
  await signIn(page, world, '/smart-poll');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route('**/api/admin/smart-poll', async (route) => {
    calls += 1;
    await held;
    await route.continue();
  });
  const run = page.getByRole('button', { name: 'Run Smart Poll Now' });
  await run.focus();
  await page.keyboard.press('Enter');
  await expect(run).toHaveAttribute('aria-disabled', 'true');
  await expect(run).toBeFocused();
  await page.keyboard.press('Enter');
  await expectAccessible(page, 'a busy button');
  release();
  await expect(run).not.toHaveAttribute('aria-disabled', 'true');
  await expect(run).toBeFocused();
  expect(calls).toBe(1);
});
