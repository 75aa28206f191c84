import { getSettings } from '@muneem/contract/settings';
import type { Locator } from '@playwright/test';
import { callOf, expectExactText } from '../support/answers.ts';
import { expect, signIn, test } from '../support/test.ts';

const UNREADABLE = /Enter a number, such as 1,250\.75/;

/** Leaves the field, as the next key of Tab does. */
async function leave(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.pressSequentially(text);
  await field.blur();
}

test('reads numbers as they are typed in India, or refuses them with the text kept', async ({ page, world }) => {
  await signIn(page, world, '/add-offer');
  const form = page.getByRole('form', { name: 'Create New Offer' });
  const payout = form.getByLabel('Payout (₹)');
  const coins = form.getByLabel('Coins');

  await test.step('groups a typed amount and keeps its whole value', async () => {
    for (const [typed, shown, pays] of [
      ['1,250.75', '1,250.75', 'Pays 1,250 coins. The fraction of a coin is dropped.'],
      ['₹1,250', '1,250', 'Pays 1,250 coins.'],
      ['Rs. 500/-', '500', 'Pays 500 coins.'],
      [' 1 00 000 ', '1,00,000', 'Pays 1,00,000 coins.'],
    ] as const) {
      await leave(payout, typed);
      await expect(payout).toHaveValue(shown);
      await expect(payout).toHaveAccessibleDescription(pays);
    }
    await leave(coins, '1,00,000');
    await expect(coins).toHaveValue('1,00,000');
  });

  await test.step('keeps an unreadable text with an error and saves nothing', async () => {
    for (const typed of ['1,25', '12 coins', '1e5']) {
      await leave(payout, typed);
      await expect(payout).toHaveValue(typed);
      await expect(payout).toHaveAccessibleDescription(UNREADABLE);
    }
    await leave(coins, '1,2');
    await form.getByRole('button', { name: 'Create Offer' }).click();
    await expect(coins).toHaveAccessibleDescription(UNREADABLE);
    await expect(payout).toHaveAccessibleDescription(UNREADABLE);
  });

  await test.step('sends the values that the fields show', async () => {
    await leave(coins, '1,250');
    await leave(payout, '1,250.75');
    await form.getByLabel('Daily cap').fill('1,00,000');
    await form.getByLabel('Title').first().fill('Counted in lakhs');
    await form.getByLabel('Description').first().fill('Numbers.');
    await form.getByLabel('Offer Type').selectOption('Daily');
    await form.getByLabel('Tracking URL').fill('https://network.example/go?c={click_id}');
    await form.getByRole('textbox', { name: 'Requirements' }).fill('None.');
    const steps = form.getByRole('list', { name: 'Steps' });
    await steps.getByLabel('Title').fill('One');
    await steps.getByLabel('Description').fill('Only.');
    await form.getByLabel('Event name').fill('install');
    const { body } = await callOf(page, 'POST', '/api/offers', () =>
      form.getByRole('button', { name: 'Create Offer' }).click(),
    );
    expect(body).toMatchObject({ coins: 1250, events: [{ eventPayout: 1250.75, eventCap: 100_000 }] });
    await expectExactText(page, 'Offer created successfully!');
  });
});

test('does not turn an unreadable limit of Auto Payout into no limit', async ({ page, world }) => {
  const { settings } = await world.call(getSettings, {});
  await signIn(page, world, '/settings');
  const limit = page.getByRole('textbox', { name: 'Limit per user and day' });
  await leave(limit, '1,25');
  await expect(limit).toHaveValue('1,25');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(limit).toHaveAccessibleDescription(UNREADABLE);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await world.call(getSettings, {})).settings.autoPayoutUserLimit).toBe(settings.autoPayoutUserLimit);
});
