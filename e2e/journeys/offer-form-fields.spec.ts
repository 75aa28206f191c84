import type { Page } from '@playwright/test';
import { createNetwork } from '@muneem/contract/networks';
import { createOffer, deleteOffer, getOffer, listRegularOffers, type OfferSummary } from '@muneem/contract/offers';
import { callOf, closeNotice, expectText, expectExactText } from '../support/answers.ts';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { PNG, PNG_DATA, pngOfSize } from '../support/pictures.ts';
import { expect, signIn, test } from '../support/test.ts';
import { WHOLE_OFFER } from '../support/whole-offer.ts';

const ADDRESS = 'https://cdn.example/icon.png';

const formNamed = (page: Page, name: string) => page.getByRole('form', { name });
const choosePicture = (page: Page, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer });
const preview = (page: Page) => page.locator('[data-size=preview] img');

// covers 000-6.7
test('sends the whole offer on create and update, within its limits', async ({ page, world }) => {
  const { network } = await world.call(createNetwork, { body: { name: 'Network of a whole offer' } });
  await page.route(ADDRESS, (route) => route.fulfill({ contentType: 'image/png', body: PNG }));
  await signIn(page, world);

  // covers 000-2.31 000-2.33 000-2.35 000-2.36 000-3.3 000-3.5 000-3.7 000-5.13 000-6.8 000-8.11
  await test.step('sends every field of a new offer and the chosen file', async () => {
    await openPath(page, '/add-offer');
    const form = formNamed(page, 'Create New Offer');
    const section = (title: string) =>
      form.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    const basic = section('Basic Information');
    await basic.getByLabel('Title').fill(WHOLE_OFFER.title);
    await basic.getByLabel('Description').fill(WHOLE_OFFER.description);
    await basic.getByLabel('Coins').fill('75');
    await basic.getByLabel('Offer Type').selectOption('Daily');
    await expect(form.getByLabel('Pays each user')).toHaveValue('daily');
    await basic.getByLabel('Category', { exact: true }).selectOption('Games');
    await basic.getByLabel('Developer').fill(WHOLE_OFFER.developer);
    await basic.getByLabel('Downloads').fill(WHOLE_OFFER.downloads);
    await basic.getByLabel('Rating').fill('4.5');
    await form.getByLabel('Network').selectOption(network.name);
    await form.getByLabel('Tracking URL').fill(`  ${WHOLE_OFFER.trackingUrl} `);
    await form.getByLabel('Postback Token').fill(WHOLE_OFFER.postbackToken);
    await form.getByLabel('Status URL').fill(WHOLE_OFFER.pollUrl);
    await form.getByLabel('Parameter names').fill(' tid,, sub-id ,');
    await form.getByRole('textbox', { name: 'Requirements' }).fill(WHOLE_OFFER.requirements);
    await form.getByLabel('Deadline').fill(WHOLE_OFFER.deadline);
    const steps = form.getByRole('list', { name: 'Steps' });
    await form.getByRole('button', { name: 'Add step' }).click();
    for (const [index, { title, description }] of WHOLE_OFFER.steps.entries()) {
      await steps.getByLabel('Title').nth(index).fill(title);
      await steps.getByLabel('Description').nth(index).fill(description);
    }
    // `force`: the visible track covers the checkbox.
    for (const name of ['IP whitelist', 'IP block']) await form.getByRole('switch', { name }).check({ force: true });
    await form.getByLabel('Allowed IP addresses').fill(' 203.0.113.7,198.51.100.0/24, ');
    const events = form.getByRole('list', { name: 'Event Management' });
    await form.getByRole('button', { name: 'Add event' }).click();
    const second = events.getByRole('listitem').nth(1);
    await expect(second.getByLabel('Event name')).toBeFocused();
    await events.getByLabel('Event name').first().fill('install');
    await second.getByLabel('Event name').fill('deposit');
    const payout = second.getByLabel('Payout (₹)');
    await payout.fill('12.5');
    await expect(payout).toHaveAccessibleDescription('Pays 12 coins. The fraction of a coin is dropped.');
    await second.getByLabel('Revenue (₹)').fill('20');
    await second.getByLabel('Daily cap').fill('20');
    await second.getByLabel('Description').fill('The first one.');
    await second.getByRole('checkbox', { name: 'Required to complete the offer' }).uncheck();
    await choosePicture(page, PNG);
    await expect(preview(page)).toHaveAttribute('src', PNG_DATA);

    const create = form.getByRole('button', { name: 'Create Offer' });
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/offers') sent += 1;
    });
    // covers 000-5.9 000-5.10 000-5.13
    await test.step('blocks the submit for bad parameter names, a short token or a missing macro', async () => {
      for (const [label, bad, text] of [
        [
          'Parameter names',
          'tid, a b',
          'Invalid parameter names: a b. Only letters, numbers, underscores, and hyphens are allowed.',
        ],
        ['Postback Token', '1234567', 'Postback token should be at least 8 characters'],
        ['Tracking URL', 'https://network.example/go', 'Tracking URL must include {click_id} placeholder'],
      ] as const) {
        const field = form.getByLabel(label);
        const good = await field.inputValue();
        await field.fill(bad);
        await create.click();
        await expect(field).toBeFocused();
        await expectExactText(page, text);
        await field.fill(good);
      }
    });

    const { body } = await callOf(page, 'POST', '/api/offers', () => create.click());
    expect(body).toEqual({
      ...WHOLE_OFFER,
      network: network._id,
      offerCategory: 'regular',
      customClickIdParams: ['tid', 'sub-id'],
      image: '',
      imageData: PNG_DATA,
    });
    await expectExactText(page, 'Offer created successfully!');
    expect(sent).toBe(1);
    await closeNotice(page);
    await expect(page).toHaveURL(/\/$/);
  });

  const [listed] = (await world.call(listRegularOffers, { query: { search: WHOLE_OFFER.title } })) as OfferSummary[];
  const id = listed?._id ?? '';
  const made = await world.call(getOffer, { params: { id } });
  expect(made).toMatchObject({ ...WHOLE_OFFER, network: network._id, image: expect.stringMatching(/^\/images\//) });

  // covers 000-2.36 000-5.15 000-6.9 000-8.11
  await test.step('sends every field of a change, with an image URL instead of the file', async () => {
    await openPath(page, `/edit-offer/${id}`);
    const form = formNamed(page, 'Edit Offer');
    await expect(preview(page)).toHaveAttribute('src', made.image);
    await choosePicture(page, PNG);
    await expect(preview(page)).toHaveAttribute('src', PNG_DATA);
    await form.getByLabel('Image URL').fill(ADDRESS);
    await expect(preview(page)).toHaveAttribute('src', ADDRESS);
    await form.getByLabel('Coins').fill('80');
    const { body } = await callOf(page, 'PUT', `/api/offers/${id}`, () =>
      form.getByRole('button', { name: 'Update offer' }).click(),
    );
    // Parameters of an existing offer have their own requests (docs/decisions/offers.md).
    expect(body).toEqual({
      ...WHOLE_OFFER,
      network: network._id,
      offerCategory: 'regular',
      coins: 80,
      image: ADDRESS,
      events: WHOLE_OFFER.events.map((event, index) => ({ _id: made.events[index]?._id, ...event })),
      version: 1,
    });
    await expectExactText(page, 'Offer updated successfully!');
    await closeNotice(page);
    const saved = await world.call(getOffer, { params: { id } });
    expect(saved).toMatchObject({ ...WHOLE_OFFER, coins: 80, image: ADDRESS, customClickIdParams: ['tid', 'sub-id'] });
  });

  await world.call(deleteOffer, { params: { id } });

  await test.step('enforces the limits of steps, events, amounts and images', async () => {
    const { offer } = await world.call(createOffer, {
      body: offerBody('Keeps to its limits', {
        coins: 2,
        steps: ['One', 'Two', 'Three'].map((title) => ({
          title,
          description: `${title}.`,
          isCompleted: title === 'One',
        })),
        events: [{ eventName: 'install', eventPayout: 1, eventCap: 2 }],
      }),
    });
    await openPath(page, `/edit-offer/${offer._id}`);
    const form = formNamed(page, 'Edit Offer');
    const button = (name: string) => form.getByRole('button', { name, exact: true });
    const steps = form.getByRole('list', { name: 'Steps' });

    // covers 000-5.11
    await test.step('allows one to six steps and renumbers them', async () => {
      const headings = steps.getByRole('heading', { level: 3 });
      for (let count = 4; count <= 6; count += 1) {
        await expect(button('Add step')).toBeEnabled();
        await button('Add step').click();
        await expect(headings).toHaveCount(count);
      }
      await expect(button('Add step')).toBeDisabled();
      for (let last = 6; last > 3; last -= 1) await button(`Remove Step ${last}`).click();
      await button('Remove Step 2').click();
      await expect(headings).toHaveText(['Step 1', 'Step 2']);
      await expect(steps.getByLabel('Title').last()).toHaveValue('Three');
      await button('Remove Step 2').click();
      await expect(button('Remove Step 1')).toBeDisabled();
      await button('Add step').click();
      await steps.getByLabel('Title').last().fill('Last');
      await steps.getByLabel('Description').last().fill('Last.');
    });

    // covers 000-5.12
    await test.step('requires at least one event', async () => {
      await expect(button('Remove Event 1')).toBeDisabled();
      await button('Add event').click();
      await expect(button('Remove Event 1')).toBeEnabled();
      await button('Remove Event 2').click();
      await expect(button('Remove Event 1')).toBeDisabled();
    });

    // covers 000-5.8 000-5.12
    await test.step('stops the arrow key at 1 coin, a payout of 0 and a cap of 1', async () => {
      for (const [label, least] of [
        ['Coins', '1'],
        ['Payout (₹)', '0'],
        ['Daily cap', '1'],
      ] as const) {
        const field = form.getByLabel(label);
        await field.press('ArrowDown');
        await expect(field).toHaveValue(least);
        await field.press('ArrowUp');
        await expect(field).toHaveValue(String(Number(least) + 1));
        await field.press('ArrowDown');
        await field.press('ArrowDown');
        await expect(field).toHaveValue(least);
      }
    });

    // covers 000-5.14
    await test.step('rejects an image of 2 MB and accepts one byte less', async () => {
      const limit = 2 * 1024 * 1024;
      await choosePicture(page, pngOfSize(limit));
      await expectText(page, 'Image size should be less than 2MB');
      await expect(preview(page)).toHaveCount(0);
      await choosePicture(page, pngOfSize(limit - 1));
      await expect(preview(page)).toHaveCount(1);
      await expect(form.getByText('Image size should be less than 2MB')).toHaveCount(0);
      await button('Remove image').click();
      await expect(preview(page)).toHaveCount(0);
    });

    // covers 000-2.43
    await test.step('accepts a pasted and a dropped image', async () => {
      const files = await page.evaluateHandle(
        (bytes) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(bytes)], 'icon.png', { type: 'image/png' }));
          return transfer;
        },
        [...PNG],
      );
      await files.evaluate((clipboardData) =>
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true })),
      );
      await expect(preview(page)).toHaveAttribute('src', PNG_DATA);
      await button('Remove image').click();
      const dropArea = page.locator('[data-size=preview]');
      await dropArea.dispatchEvent('dragover', { dataTransfer: files });
      await expect(page.locator('[data-dropping]')).toHaveCount(1);
      await dropArea.dispatchEvent('drop', { dataTransfer: files });
      await expect(page.locator('[data-dropping]')).toHaveCount(0);
      await expect(preview(page)).toHaveAttribute('src', PNG_DATA);
      await button('Remove image').click();
    });

    const { body } = await callOf(page, 'PUT', `/api/offers/${offer._id}`, () => button('Update offer').click());
    expect(body).toMatchObject({
      coins: 1,
      image: '',
      steps: [
        { id: 1, title: 'One', isCompleted: true },
        { id: 2, title: 'Last', isCompleted: false },
      ],
      events: [{ eventPayout: 0, eventCap: 1 }],
    });
    await expectExactText(page, 'Offer updated successfully!');
    await closeNotice(page);
    // covers 000-3.3
    await test.step('keeps the completed state of a step after a change', async () => {
      const { steps: saved } = await world.call(getOffer, { params: { id: offer._id } });
      expect(saved.map(({ title, isCompleted }) => [title, isCompleted])).toEqual([
        ['One', true],
        ['Last', false],
      ]);
    });
    await world.call(deleteOffer, { params: { id: offer._id } });
  });
});
