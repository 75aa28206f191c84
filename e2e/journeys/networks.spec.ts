import { createNetwork, listNetworks, updateNetwork } from '@muneem/contract/networks';
import { createOffer, deleteOffer, getOffer } from '@muneem/contract/offers';
import { closeNotice, during, expectExactText, refuse } from '../support/answers.ts';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { allowConsoleErrors, expect, expectAccessible, signIn, test } from '../support/test.ts';

test('creates a network with a rate, and shows the margin of its offer', async ({ page, world }) => {
  await signIn(page, world);
  const { offer } = await world.call(createOffer, { body: offerBody('Offer of a network') });

  await test.step('opens the screen from the Offers menu', async () => {
    await openPath(page, '/prime-offers');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Offers' }).click();
    await page.getByRole('menuitem', { name: 'Networks' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Networks' })).toBeVisible();
  });

  await test.step('creates a network and offers to add its first rate', async () => {
    await page.getByRole('button', { name: 'Add Network' }).click();
    const form = page.getByRole('form', { name: 'Add Network' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await form.getByRole('button', { name: 'Create Network' }).click();
    await expectExactText(page, 'Name is required');
    await form.getByLabel('Name').fill('Monsoon Wall');
    await form.getByLabel('Contact email').fill('pay@monsoon.example');
    await form.getByLabel('Currency').selectOption('USD');
    await expect(form.getByLabel('Payout parameter')).toHaveValue('payout');
    await form.getByLabel('Ready dialect').selectOption('2 and -1 are chargebacks');
    await expect(form.getByLabel('Values that charge back')).toHaveValue('2, -1');
    await form.getByLabel('Values that approve').fill('1, 2');
    await form.getByRole('button', { name: 'Create Network' }).click();
    await expectExactText(page, 'A value has one meaning');
    await form.getByLabel('Values that approve').fill('1, 0');
    await expectAccessible(page.getByRole('dialog'), 'the form of a network');
    await form.getByRole('button', { name: 'Create Network' }).click();
    await expectExactText(
      page,
      'The general rules read status=0 as not approved yet. With this dialect it pays the user at once.',
    );
    await page.getByRole('button', { name: 'Add Rate' }).first().click();
    const rates = page.getByRole('form', { name: 'Rates to rupees' });
    await rates.getByLabel('From day').fill('1/12/2026');
    await rates.getByLabel('Rupees for 1 USD').fill('84.1234567');
    await rates.getByRole('button', { name: 'Add Rate' }).click();
    await expectExactText(page, 'The rate can have at most six decimals');
    await rates.getByLabel('Rupees for 1 USD').fill('84.2');
    await rates.getByRole('button', { name: 'Add Rate' }).click();
    const row = page.getByRole('row', { name: '01/12/2026' });
    await expect(row).toContainText('₹84.20 for 1 USD');
  });

  await test.step('changes the rate and deletes it', async () => {
    const rates = page.getByRole('form', { name: 'Rates to rupees' });
    await page.getByRole('button', { name: 'Change: 01/12/2026' }).click();
    await expect(rates.getByLabel('From day')).toHaveValue('01/12/2026');
    await rates.getByLabel('Rupees for 1 USD').fill('85');
    await rates.getByRole('button', { name: 'Save Rate' }).click();
    await expect(page.getByRole('row', { name: '01/12/2026' })).toContainText('₹85.00 for 1 USD');
    await expectAccessible(page.getByRole('dialog').first(), 'a network with a rate');
    await page.getByRole('button', { name: 'Delete: 01/12/2026' }).click();
    await page.getByRole('button', { name: 'Delete rate' }).click();
    await expectExactText(page, 'No rates yet');
    await page.getByRole('button', { name: 'Cancel' }).first().click();
    await expect(page.getByRole('row', { name: 'Monsoon Wall' })).toContainText('No rate');
  });

  await test.step('chooses the network in an offer, and warns when an event costs more than it earns', async () => {
    await openPath(page, `/edit-offer/${offer._id}`);
    await page.getByLabel('Network', { exact: true }).selectOption('Monsoon Wall');
    const revenue = page.getByLabel('Revenue (₹)');
    await expect(revenue).toHaveAccessibleDescription(/Empty: unknown/);
    await revenue.fill('200');
    await expect(revenue).toHaveAccessibleDescription(/^You pay ₹15\d.\d\d of ₹200.00 · margin \d+(.\d)?\s%/);
    await revenue.fill('100');
    await expect(revenue).toHaveAccessibleDescription(/margin -5\d(.\d)?\s%. Each conversion loses ₹5\d.\d\d/);
    await page.getByRole('button', { name: 'Update Offer' }).click();
    await expectExactText(page, 'Offer updated successfully!');
    await closeNotice(page);
    const { networks } = await world.call(listNetworks, { query: { search: 'Monsoon' } });
    const saved = await world.call(getOffer, { params: { id: offer._id } });
    expect([saved.network, saved.events[0]?.revenue]).toEqual([networks[0]?._id, 100]);
  });

  await test.step('finds the offers of the network, and those without one', async () => {
    await openPath(page, '/regular-offers');
    const filter = page.getByLabel('Network', { exact: true });
    await filter.selectOption('Monsoon Wall');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Offer of a network']);
    await filter.selectOption('Without a network');
    await expect(page.getByRole('heading', { level: 2, name: 'Offer of a network' })).toHaveCount(0);
  });

  await test.step('finds the lists of a network in the command palette', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('monsoon w');
    await page.getByRole('button', { name: 'Regular offers of Monsoon Wall' }).click();
    await expect(page).toHaveURL(/\/regular-offers\?network=net_/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Offer of a network']);
  });

  await test.step('archives the network, which stays on its offer', async () => {
    await openPath(page, '/networks');
    const archive = page.getByRole('button', { name: 'Archive: Monsoon Wall' });
    allowConsoleErrors();
    await during(page, '**/api/networks/*/archive', refuse('Not now.'), async () => {
      await archive.click();
      await expectExactText(page, 'Not now.');
    });
    await archive.click();
    await expect(archive).toHaveCount(0);
    await openPath(page, `/edit-offer/${offer._id}`);
    await expect(page.getByLabel('Network', { exact: true }).locator('option:checked')).toHaveText(
      'Monsoon Wall (archived)',
    );
    await openPath(page, '/add-offer');
    await expect(page.getByLabel('Network', { exact: true })).not.toContainText('Monsoon Wall');
  });
  await world.call(deleteOffer, { params: { id: offer._id } });
});

test('shows a taken name at its field, and both values when two admins save one network', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  await world.call(createNetwork, { body: { name: 'Taken Wall' } });
  const { network } = await world.call(createNetwork, { body: { name: 'Shared Wall' } });
  await openPath(page, `/networks?network=${network._id}`);
  const form = page.getByRole('form', { name: 'Edit Network' });
  await form.getByLabel('Name').fill('taken wall');
  await form.getByRole('button', { name: 'Save Network' }).click();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/Another network has this name/);
  await form.getByLabel('Name').fill('My Wall');
  await world.call(updateNetwork, { params: { id: network._id }, body: { name: 'Their Wall' } });
  await form.getByRole('button', { name: 'Save Network' }).click();
  await expect(page.getByRole('row', { name: 'Name My Wall Their Wall' })).toBeVisible();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByRole('row', { name: 'My Wall' })).toBeVisible();
  await openPath(page, '/networks?network=net_none');
  await expectExactText(page, 'This network does not exist.');
});
