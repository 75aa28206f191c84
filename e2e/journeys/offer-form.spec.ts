import { createOffer, deleteOffer, getOffer, listRegularOffers, type OfferSummary } from '@muneem/contract/offers';
import { closeNotice, expectText } from '../support/answers.ts';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { press, tabTo, typeInto } from '../support/keyboard.ts';
import { PNG } from '../support/pictures.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

const STORED = offerBody('Three steps to go', {
  steps: ['One', 'Two', 'Three'].map((title) => ({ title, description: `${title}.` })),
  events: ['install', 'signup', 'deposit'].map((eventName) => ({ eventName })),
});

// covers 000-2.13 000-2.28 000-2.29 000-2.31 000-2.32 000-2.34 000-2.37 000-5.16
test('creates an offer by keyboard only, and edits offers', async ({ page, world }) => {
  await signIn(page, world, '/');
  await tabTo(page, page.getByRole('link', { name: '+ New Offer' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/add-offer$/);
  const form = page.getByRole('form', { name: 'Create New Offer' });
  await expect(form).toBeVisible();
  const buttons = form.getByRole('button', { name: /^(Create Offer|Cancel)$/ });
  await expect(form.locator('section > div > h2').or(buttons)).toHaveText([
    'Offer Category',
    'Basic Information',
    'Technical Configuration',
    'Custom Click ID Parameters',
    'Requirements & Instructions',
    'Security & IP Management',
    'Offer Image',
    'Event Management',
    'Create Offer',
    'Cancel',
  ]);
  // covers 000-3.3
  await test.step('starts with the defaults: rating 4, 7 days, active, one empty step', async () => {
    await expect(form.getByLabel('Rating')).toHaveValue('4');
    await expect(form.getByLabel('Deadline')).toHaveValue('7 days');
    await expect(form.getByRole('switch', { name: 'Active' })).toBeChecked();
    await expect(form.getByRole('list', { name: 'Steps' }).getByLabel('Title')).toHaveValue('');
  });

  for (const name of ['Tracking URL', 'Image URL']) await expect(form.getByLabel(name)).toHaveAttribute('type', 'url');

  // covers 000-2.39
  await test.step('sets the type for Prime and clears it for Regular', async () => {
    await tabTo(page, form.getByRole('radio', { name: 'Regular' }));
    await page.keyboard.press('ArrowRight');
    await expect(form.getByRole('radio', { name: 'Prime' })).toBeChecked();
    await expect(form.getByLabel('Offer Type')).toHaveValue('prime');
    await page.keyboard.press('ArrowLeft');
    await expect(form.getByLabel('Offer Type')).toHaveValue('');
  });

  // covers 000-5.7 000-5.11
  await test.step('reports missing fields and focuses the first one', async () => {
    await tabTo(page, form.getByRole('button', { name: 'Create Offer' }));
    await page.keyboard.press('Enter');
    for (const text of [
      'Title is required',
      'Description is required',
      'Coins must be greater than 0',
      'Requirements are required',
      'Tracking URL is required',
    ]) {
      await expect(form.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(form.getByText('All steps must have a title and description').first()).toBeVisible();
    await expect(form.getByLabel('Title').first()).toBeFocused();
    const basic = form.locator('section').filter({ hasText: 'Title is required' });
    await expectAccessible(basic, 'the offer form with messages');
    await expectNoSidewaysScroll(page, 'the offer form with messages');
  });

  // covers 000-2.43 000-5.13
  await test.step('fills every field with Tab and typing', async () => {
    await typeInto(page, form.getByLabel('Title').first(), 'Typed by hand');
    await typeInto(page, form.getByLabel('Description').first(), 'Every field.');
    await typeInto(page, form.getByLabel('Coins'), '75');
    await tabTo(page, form.getByLabel('Offer Type'));
    await page.keyboard.type('Share');
    await tabTo(page, form.getByLabel('Category', { exact: true }));
    await page.keyboard.type('Finance');
    await typeInto(page, form.getByLabel('Developer'), 'Acme');
    await typeInto(page, form.getByLabel('Downloads'), '5M+');
    await typeInto(page, form.getByLabel('Rating'), '4.5');
    await typeInto(page, form.getByLabel('Tracking URL'), 'https://network.example/go?c={click_id}&u={uid}&g={gaid}');
    const preview = form.getByRole('group', { name: 'Preview of the redirect' });
    await expect(preview).toContainText(/https:\/\/network\.example\/go\?c=[0-9A-Z]{26}&u=user-1042&g=\{gaid\}/);
    await expect(preview).toContainText('{gaid}: unknown macro');
    await typeInto(page, form.getByLabel('Postback Token'), 'short');
    await typeInto(page, form.getByLabel('Parameter names'), 'tid, a b');
    await expect(form.getByText('Invalid parameter names: a b.', { exact: false })).toBeVisible();
    await typeInto(page, form.getByLabel('Parameter names'), 'tid, sub-id');
    await typeInto(page, form.getByRole('textbox', { name: 'Requirements' }), 'A new account.');
    const steps = form.getByRole('list', { name: 'Steps' });
    await typeInto(page, steps.getByLabel('Title'), 'Second');
    await typeInto(page, steps.getByLabel('Description'), 'Then this.');
    await tabTo(page, form.getByRole('button', { name: 'Add step' }));
    await page.keyboard.press('Enter');
    await typeInto(page, steps.getByLabel('Title').nth(1), 'First');
    await typeInto(page, steps.getByLabel('Description').nth(1), 'This before.');
    await tabTo(page, form.getByRole('button', { name: 'Reorder Step 2', exact: false }), 'Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await expect(form.getByText('Moved to position 1 of 2')).toBeAttached();
    await expect(form.getByRole('button', { name: 'Reorder Step 1', exact: false })).toBeFocused();
    await tabTo(page, form.getByRole('switch', { name: 'IP block' }));
    await page.keyboard.press('Space');
    const events = form.getByRole('list', { name: 'Event Management' });
    await typeInto(page, events.getByLabel('Event name'), 'install');
    await typeInto(page, events.getByLabel('Payout (₹)'), '12.5');
  });

  // covers 000-2.36
  await test.step('chooses an image by keyboard', async () => {
    // Waits for the file chooser before the first Tab: an unexpected one would open as a real window.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, form.getByRole('button', { name: 'Upload image' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'icon.png', mimeType: 'image/png', buffer: PNG });
    await expect(form.getByRole('button', { name: 'Remove image' })).toBeVisible();
  });

  // covers 000-2.38 000-2.41 000-5.10
  await test.step('rejects a short token and saves the corrected form', async () => {
    await tabTo(page, form.getByRole('button', { name: 'Create Offer' }));
    await page.keyboard.press('Enter');
    await expect(form.getByText('Postback token should be at least 8 characters')).toBeVisible();
    await expect(form.getByLabel('Postback Token')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('long-enough-1');
    await page.keyboard.press('Enter');
    const told = page.getByRole('alertdialog').filter({ hasText: 'Offer created successfully!' });
    await expect(told).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/$/);
  });

  const [listed] = (await world.call(listRegularOffers, { query: { search: 'Typed by hand' } })) as OfferSummary[];
  const offer = await world.call(getOffer, { params: { id: listed?._id ?? '' } });
  expect(offer).toMatchObject({
    title: 'Typed by hand',
    coins: 75,
    type: 'share',
    category: 'Finance',
    developer: 'Acme',
    downloads: '5M+',
    rating: 4.5,
    deadline: '7 days',
    isActive: true,
    postbackToken: 'long-enough-1',
    customClickIdParams: ['tid', 'sub-id'],
    steps: [
      { id: 1, title: 'First' },
      { id: 2, title: 'Second' },
    ],
    ipBlock: 'active',
    ipWhitelistSwitch: 'inactive',
    events: [{ eventName: 'install', eventPayout: 12.5, eventCap: 1000, eventOrder: 1 }],
    event1: 'install',
    epo1: 12.5,
    ecap1: 1000,
  });
  const image = await fetch(world.product.url + offer.image);
  expect(image.headers.get('content-type')).toBe('image/webp');
  await world.call(deleteOffer, { params: { id: offer._id } });

  // covers 000-2.28 000-2.34 000-2.37
  await test.step('reorders steps and events, and rejects a bad image', async () => {
    const { offer } = await world.call(createOffer, { body: { ...STORED, isActive: false } });
    // Answered here, so that no DNS lookup is needed.
    await page.route('https://cdn.example/**', (route) => route.fulfill({ contentType: 'image/png', body: PNG }));
    await openPath(page, `/edit-offer/${offer._id}`);
    const form = page.getByRole('form', { name: 'Edit Offer' });
    // The card above has its final height.
    await expect(form.getByText('No custom parameters yet.')).toBeVisible();

    /** Past the middle of the other entry, far from the edges of the screen: there the list scrolls on. */
    const drag = async (from: string, to: string) => {
      const handleOf = (what: string) => page.getByRole('button', { name: `Reorder ${what}`, exact: false });
      const entry = form.getByRole('listitem').filter({ has: handleOf(to) });
      await entry.evaluate((it) => it.scrollIntoView({ block: 'center' }));
      const start = (await handleOf(from).boundingBox())!;
      const end = (await entry.boundingBox())!;
      const x = start.x + start.width / 2;
      await page.mouse.move(x, start.y + start.height / 2);
      await page.mouse.down();
      await page.mouse.move(x, end.y + end.height / 2 + (end.y > start.y ? 20 : -20), { steps: 8 });
      await page.mouse.up();
    };

    // covers 000-2.43 000-5.12
    await test.step('drags a step, and moves an event to the end by keyboard', async () => {
      await drag('Step 1', 'Step 2');
      const titles = form.getByRole('list', { name: 'Steps' }).getByLabel('Title');
      await expect(titles.first()).toHaveValue('Two');
      await form.getByRole('button', { name: 'Reorder Event 1', exact: false }).focus();
      await page.keyboard.press('End');
      await expect(form.getByRole('list', { name: 'Event Management' }).getByLabel('Event name').last()).toHaveValue(
        'install',
      );
    });

    // covers 000-2.36 000-5.14
    await test.step('rejects a text file and a fake image at once', async () => {
      const choose = (name: string, mimeType: string, buffer: Buffer) =>
        form.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
      await choose('a.txt', 'text/plain', Buffer.from('hello'));
      await expect(form.getByText('Please select an image file (jpg, png, etc.)')).toBeVisible();
      await choose('a.png', 'image/png', Buffer.from('<html><script>alert(1)</script></html>'));
      await expect(form.getByText('Failed to process the image. Please try again.')).toBeVisible();
      await choose('a.png', 'image/png', PNG);
      await expect(form.getByText('Failed to process the image. Please try again.')).toBeHidden();
      await form.getByLabel('Image URL').fill('https://cdn.example/icon.png');
      await expect(form.getByLabel('Image URL')).toHaveValue('https://cdn.example/icon.png');
      await press(page, form.getByRole('button', { name: 'Remove image' }), 'Enter', 'Shift+Tab');
      await expect(form.getByLabel('Image URL')).toHaveValue('');
    });

    await form.getByRole('button', { name: 'Update offer' }).click();
    await expectText(page, 'Offer updated successfully!');
    await closeNotice(page);
    const saved = await world.call(getOffer, { params: { id: offer._id } });
    expect(saved.steps.map(({ id, title }) => [id, title])).toEqual([
      [1, 'Two'],
      [2, 'One'],
      [3, 'Three'],
    ]);
    expect(saved.events.map(({ eventOrder, eventName }) => [eventOrder, eventName])).toEqual([
      [1, 'signup'],
      [2, 'deposit'],
      [3, 'install'],
    ]);
    expect(saved).toMatchObject({ image: '', event1: 'signup', event3: 'install' });
    await world.call(deleteOffer, { params: { id: offer._id } });
  });

  // covers 000-2.30
  await test.step('locks category and type of a prime offer', async () => {
    const { offer } = await world.call(createOffer, { body: { ...STORED, type: 'prime' } });
    await openPath(page, `/edit-offer/${offer._id}`);
    const form = page.getByRole('form', { name: 'Edit Offer' });
    await expect(form.getByRole('radio', { name: 'Prime' })).toBeChecked();
    for (const name of ['Regular', 'Prime']) await expect(form.getByRole('radio', { name })).toBeDisabled();
    await expect(form.getByLabel('Offer Type')).toHaveValue('prime');
    await expect(form.getByLabel('Offer Type')).toBeDisabled();
    await world.call(deleteOffer, { params: { id: offer._id } });
  });
});
