import type { Page } from '@playwright/test';
import { createOffer, deleteOffer, getOffer, listPrimeOffers, type OfferSummary } from '@muneem/contract/offers';
import { closeNotice, expectText } from '../support/answers.ts';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { PNG_DATA } from '../support/pictures.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

test('lists, switches and duplicates offers, with badges, links and texts of any kind', async ({ page, world }) => {
  const ids: string[] = [];
  for (let number = 1; number <= 4; number += 1) {
    const { offer } = await world.call(createOffer, {
      body: offerBody(`Savings ${number}`, {
        description: `Account number ${number} & <b>more</b>`,
        coins: 100 * number,
        type: 'prime',
        developer: number === 4 ? 'Zenith Bank' : 'Acme Bank',
        downloads: '10M+',
        rating: 4.2,
        postbackToken: 'bank-token-1',
        ...(number === 1 && { imageData: PNG_DATA }),
        customClickIdParams: ['tid'],
        isActive: number !== 3,
        events: [{ eventName: 'deposit', eventPayout: 40 }],
      }),
    });
    ids.push(offer._id);
  }
  const deleteAll = async () => {
    for (const id of ids.splice(0)) await world.call(deleteOffer, { params: { id } });
  };
  const states = async () =>
    Promise.all(ids.map(async (id) => (await world.call(getOffer, { params: { id } })).isActive));
  await signIn(page, world, '/prime-offers');

  // covers 000-2.23 000-2.24 000-2.42
  await test.step('shows the offer’s values on its card', async () => {
    const one = card(page, 'Savings 1');
    for (const text of ['Active', '100 coins', 'Account number 1 & <b>more</b>', 'Acme Bank', '10M+', '4.2 of 5'])
      await expect(one.getByText(text, { exact: true }).first()).toBeVisible();
    const { image } = await world.call(getOffer, { params: { id: ids[0]! } });
    const picture = one.locator('img');
    expect(image).toMatch(/^\/images\//);
    await expect(picture).toHaveAttribute('src', image);
    await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);
    await expect(card(page, 'Savings 3').getByText('Inactive', { exact: true })).toBeVisible();
    await expect(one.getByRole('link', { name: 'Edit Savings 1' })).toBeVisible();
    await expect(one.getByRole('button', { name: 'Delete Savings 1' })).toBeVisible();
  });

  // covers 000-2.19 000-2.21
  await test.step('searches title, description and developer', async () => {
    const search = page.getByPlaceholder('Search by title, description or developer...');
    await search.fill('zenith');
    await expect(page.getByText(/^1 of \d+ offers?$/)).toBeVisible();
    await expect(card(page, 'Savings 4')).toBeVisible();
    await search.fill('account number 2 &');
    await expect(page.getByText(/^1 of \d+ offers?$/)).toBeVisible();
    await expect(card(page, 'Savings 2')).toBeVisible();
    await search.fill('nothing like it');
    await expect(page.getByText('No matching prime offers found')).toBeVisible();
    await search.fill('savings');
    await expect(page.getByText(/^4 of \d+ offers$/)).toBeVisible();
  });

  // covers 000-2.27 000-2.42
  await test.step('switches one offer off, and back with Undo', async () => {
    // `force`: the visible track covers the checkbox.
    await card(page, 'Savings 1').getByRole('switch', { name: 'Active: Savings 1' }).click({ force: true });
    await expect(page.getByText('"Savings 1" is now inactive').first()).toBeVisible();
    await expect(card(page, 'Savings 1').getByText('Inactive', { exact: true })).toBeVisible();
    expect(await states()).toEqual([false, true, false, true]);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(card(page, 'Savings 1').getByText('Active', { exact: true })).toBeVisible();
    expect(await states()).toEqual([true, true, false, true]);
  });

  // covers 000-2.27
  await test.step('switches several offers at once and reports each result', async () => {
    for (const title of ['Savings 2', 'Savings 3'])
      await page.getByRole('checkbox', { name: `Select ${title}` }).check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toContainText('2 offers selected');
    await expectAccessible(page, 'Prime Offers with a selection');
    await expectNoSidewaysScroll(page, 'Prime Offers with a selection');
    await bar.getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText('1 offer deactivated, 1 already inactive').first()).toBeVisible();
    expect(await states()).toEqual([true, false, false, true]);
  });

  // covers 000-2.27
  await test.step('switches all matching offers on all pages', async () => {
    await page.getByRole('checkbox', { name: 'Select Savings 1' }).check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Select all 4 that match' }).click();
    await world.call(deleteOffer, { params: { id: ids[3]! } });
    await bar.getByRole('button', { name: 'Activate', exact: true }).click();
    await expect(page.getByText('2 offers activated, 1 already active').first()).toBeVisible();
    await expect(bar).toBeHidden();
    ids.pop();
    expect(await states()).toEqual([true, true, true]);
  });

  // covers 000-2.27
  await test.step('creates an inactive duplicate without the token', async () => {
    await card(page, 'Savings 1').getByRole('link', { name: 'Duplicate Savings 1' }).click();
    const form = page.getByRole('form', { name: 'Create New Offer' });
    await expect(form.getByLabel('Title').first()).toHaveValue('Copy of Savings 1');
    await expect(form.getByRole('radio', { name: 'Prime' })).toBeChecked();
    await expect(form.getByLabel('Parameter names')).toHaveValue('tid');
    await expect(form.getByLabel('Postback Token')).toHaveValue('');
    await form.getByRole('button', { name: 'Create Offer' }).click();
    await expectText(page, 'Offer created successfully!');
    await closeNotice(page);
    const [copy] = (await world.call(listPrimeOffers, { query: { search: 'Copy of Savings' } })) as OfferSummary[];
    expect(copy).toMatchObject({
      title: 'Copy of Savings 1',
      isActive: false,
      hasPostbackToken: false,
      developer: 'Acme Bank',
      image: (await world.call(getOffer, { params: { id: ids[0]! } })).image,
      events: [{ eventName: 'deposit', eventPayout: 40 }],
    });
    ids.push(copy?._id ?? '');
  });
  await deleteAll();

  // covers 000-2.25
  await test.step('shows a badge for each regular offer type', async () => {
    const badges = { daily: 'Daily', video: 'Video', install: 'Install', share: 'Share' } as const;
    const types = Object.keys(badges) as (keyof typeof badges)[];
    for (const type of types) {
      const { offer } = await world.call(createOffer, {
        body: offerBody(`Badge of ${type}`, { type }),
      });
      ids.push(offer._id);
    }
    await openPath(page, '/regular-offers?search=Badge of');
    for (const type of types) {
      for (const other of types) {
        const badge = card(page, `Badge of ${type}`).getByText(badges[other], { exact: true });
        await expect(badge).toHaveCount(other === type ? 1 : 0);
      }
    }
    await deleteAll();
  });

  // covers 000-2.22 000-2.36
  await test.step('links both offer lists to the form with its image size hint', async () => {
    const [title, question] = [page.getByLabel('Title').first(), page.getByRole('alertdialog')];
    // covers 000-2.43
    await test.step('asks before typed values are lost to another offer or a closed tab', async () => {
      await openPath(page, '/prime-offers');
      await page.getByRole('link', { name: 'Add New Offer' }).first().click();
      await expect(page.getByRole('heading', { name: 'Create New Offer' })).toBeVisible();
      await title.fill('Half typed');
      await expect(title).toHaveValue('Half typed');
      const createAnother = async () => {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Offers' }).click();
        await page.getByRole('menuitem', { name: 'Create Offer' }).click();
      };
      await createAnother();
      await expect(question).toContainText('Your changes on this page are not saved.');
      await question.getByRole('button', { name: 'Stay' }).click();
      await expect(page).toHaveURL(/category=prime/);
      await expect(title).toHaveValue('Half typed');
      const asked = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      const ofTheBrowser = await asked;
      expect(ofTheBrowser.type()).toBe('beforeunload');
      await ofTheBrowser.dismiss();
      await expect(title).toHaveValue('Half typed');
      await createAnother();
      await question.getByRole('button', { name: 'Leave' }).click();
      await expect(page).toHaveURL(/add-offer$/);
      await expect(title).toHaveValue('');
    });
    for (const kind of ['prime', 'regular']) {
      await openPath(page, `/${kind}-offers`);
      await page.getByRole('link', { name: 'Add New Offer' }).first().click();
      await expect(page).toHaveURL(/\/add-offer/);
    }
    await expect(page.getByText(/Recommended size 512x512 px/).first()).toBeVisible();
  });

  await test.step('shows special characters as plain text on cards, dashboard and form', async () => {
    const texts = [
      '<script>document.title = "taken"</script>',
      'مرحبا بالعالم',
      '😀👨‍👩‍👧‍👦 नमस्ते',
      '=HYPERLINK("https://x.example")',
      'Longname'.repeat(25),
    ];
    for (const text of texts) {
      const { offer } = await world.call(createOffer, {
        body: offerBody(text, {
          description: text,
          type: 'prime',
          requirements: text,
          developer: text,
          steps: [{ title: text, description: text }],
          events: [{ eventName: 'install', description: text }],
          isActive: false,
        }),
      });
      ids.push(offer._id);
    }
    await test.step('on a card', async () => {
      await openPath(page, '/prime-offers');
      for (const text of texts) {
        await expect(card(page, text).getByText(text, { exact: true })).toHaveCount(3);
        await expect(card(page, text).getByRole('button', { name: `Delete ${text}`, exact: true })).toBeVisible();
      }
      await expect(page).toHaveTitle(/Prime Offers/);
      await expectNoSidewaysScroll(page, 'cards of texts of any kind');
    });

    await test.step('in a dashboard row', async () => {
      await openPath(page, '/');
      const table = page.getByRole('table', { name: 'Prime Offers' });
      for (const text of texts) await expect(table.getByText(text, { exact: true }).first()).toBeVisible();
      await expect(page).toHaveTitle(/Dashboard/);
      await expectNoSidewaysScroll(page, 'the dashboard with texts of any kind');
    });

    await test.step('in the form and the delete confirmation', async () => {
      for (const at of [0, 4]) {
        await openPath(page, `/edit-offer/${ids[at]}`);
        await expect(page.getByLabel('Title').first()).toHaveValue(texts[at]!);
        await expect(page.getByRole('textbox', { name: 'Requirements' })).toHaveValue(texts[at]!);
        await expect(page).toHaveTitle(/Edit Offer/);
        await expectNoSidewaysScroll(page, `the form of ${texts[at]}`);
      }
      await openPath(page, '/prime-offers');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: `Delete ${texts[4]}`, exact: true }).click();
      await expect(page.getByRole('alertdialog')).toContainText(`delete "${texts[4]}"?`);
      await expectNoSidewaysScroll(page, 'the question about a long name');
    });
    await deleteAll();
  });
});
