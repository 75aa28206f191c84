import { createOffer, deleteOffer, getOffer, updateOffer } from '@muneem/contract/offers';
import { offerBody } from '../support/offer-body.ts';
import { closeNotice, expectExactText } from '../support/answers.ts';
import { endSession } from '../support/end-session.ts';
import { openPath } from '../support/open-path.ts';
import { PNG, PNG_DATA } from '../support/pictures.ts';
import { allowConsoleErrors, expect, expectAccessible, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';

test.use({ serviceWorkers: 'allow' });

const OFFER = offerBody('Outlives a session', { coins: 20, type: 'video' });

// covers 000-2.43
test('keeps event names, and an unsaved offer through a reload and the end of the session', async ({
  page,
  world,
  complaints,
}) => {
  const { offer } = await world.call(createOffer, { body: { ...OFFER, imageData: PNG_DATA } });
  const params = { id: offer._id };
  const address = `/edit-offer/${offer._id}`;
  const form = page.getByRole('form', { name: 'Edit Offer' });
  const kept = page
    .getByRole('status')
    .filter({ hasText: /^Your unsaved values of \d\d \w+ \d{4}, \d+:\d\d [ap]m were kept/ });
  const stored = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('muneem.draft.'));
      return key === undefined ? null : localStorage.getItem(key);
    });

  await signIn(page, world);
  // covers 000-2.37
  await test.step('keeps event names unique and stable in the form', async () => {
    const events = ['install', 'lead'].map((eventName) => ({ eventName, eventPayout: 5, eventCap: 10 }));
    const named = await makeTrackedOffer(world, 'Keeps its names', events);
    await named.convert('install');
    await openPath(page, `/edit-offer/${named.id}`);
    const save = form.getByRole('button', { name: 'Update offer' });
    const name = (index: number) =>
      form.getByRole('list', { name: 'Event Management' }).getByLabel('Event name').nth(index);

    await test.step('rejects a synonym of another event before sending', async () => {
      await name(1).fill('default');
      await save.click();
      await expect(name(1)).toBeFocused();
      await expect(name(1)).toHaveAccessibleDescription(
        '! “default” means the same as “install”, the name of event 1. Change that event, or use another name here.',
      );
      await name(1).fill('qualified');
    });

    await test.step('refuses to rename a paid event and renames one without conversions', async () => {
      const refusal =
        '1 user was paid for install. Ad networks send this name, so it cannot change. Add a new event instead.';
      await name(0).fill('first_open');
      await save.click();
      await expect(name(0)).toHaveAccessibleDescription(`! ${refusal}`);
      await expect(name(0)).toBeFocused();
      await expect(name(1)).toHaveValue('qualified');
      // The browser logs the 422.
      expect(complaints.splice(0)).toHaveLength(1);
      await name(0).fill('install');
      await save.click();
      await expectExactText(page, 'Offer updated successfully!');
      await closeNotice(page);
    });
    const { events: saved } = await world.call(getOffer, { params: { id: named.id } });
    expect(saved.map(({ eventName }) => eventName)).toEqual(['install', 'qualified']);
    await world.call(deleteOffer, { params: { id: named.id } });
  });

  allowConsoleErrors();
  await openPath(page, address);
  await form.getByLabel('Coins').fill('25');
  await form.getByLabel('Postback Token').fill('a-token-nobody-keeps');
  await form.getByRole('button', { name: 'Add step' }).click();
  const picture = { name: 'other.png', mimeType: 'image/png', buffer: PNG };
  await form.locator('input[type=file]').setInputFiles(picture);

  await test.step('does not ask for links within the page', async () => {
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#main$/);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(form.getByLabel('Coins')).toHaveValue('25');
  });

  await test.step('offers the typed values after a reload, discarded with one press', async () => {
    await page.reload();
    await expect(form.getByLabel('Coins')).toHaveValue('20');
    await kept.getByRole('button', { name: 'Discard' }).click();
    await expect(kept).toHaveCount(0);
    expect(await stored()).toBeNull();
    await form.getByLabel('Coins').fill('25');
    await form.getByLabel('Postback Token').fill('a-token-nobody-keeps');
    await form.getByRole('button', { name: 'Add step' }).click();
    await form.locator('input[type=file]').setInputFiles(picture);
    await expect(page.locator('[data-size=preview] img')).toHaveAttribute('src', PNG_DATA);
  });

  await test.step('keeps the draft when the session ends, without the token and the file', async () => {
    await endSession(page);
    expect(await stored()).not.toContain('data:image');
    expect(await stored()).toContain('Outlives a session');
    expect(await stored()).not.toContain('a-token-nobody-keeps');
    await world.call(updateOffer, { params, body: { ...OFFER, coins: 90 } });
  });

  await signIn(page, world, `${address}#main`);
  await test.step('offers the draft to the same admin at the same URL as a change', async () => {
    await expect(form.getByLabel('Coins')).toHaveValue('90');
    await expectAccessible(kept, 'the offer form with a draft');
    await kept.getByRole('button', { name: 'Restore' }).click();
    await expect(kept).toHaveCount(0);
    await expect(form.getByLabel('Title').first()).toBeFocused();
    await expect(form.getByLabel('Coins')).toHaveValue('25');
    await expect(form.getByLabel('Postback Token')).toHaveValue('');
    await expect(form.getByRole('button', { name: /^Remove Step/ })).toHaveCount(2);
    await form.getByRole('button', { name: 'Remove Step 2' }).click();
    await form.getByRole('button', { name: 'Update offer' }).click();
    const conflict = page.getByRole('alertdialog').filter({ hasText: 'This offer was saved while you edited it' });
    await expect(conflict.getByRole('row', { name: 'Coins 25 90' })).toBeVisible();
    await conflict.getByRole('button', { name: 'Save mine' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Offer updated successfully!');
    await closeNotice(page);
    expect(await stored()).toBeNull();
    // Files are not stored in the draft. The stored image stays.
    expect(offer.image).toMatch(/./);
    expect(await world.call(getOffer, { params })).toMatchObject({ coins: 25, version: 3, image: offer.image });
  });

  await test.step('stores nothing after leaving or signing out', async () => {
    await page.goto('/add-offer');
    await expect(page.getByRole('button', { name: 'Create Offer' })).toBeVisible();
    await expect(kept).toHaveCount(0);
    await page.goto(address);
    await form.getByLabel('Coins').fill('26');
    expect(await stored()).toContain('26');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await stored()).toBeNull();
    await page.goto(address);
    await form.getByLabel('Coins').fill('26');
    await page.getByRole('button', { name: 'Admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(stored).toBeNull();
  });

  await world.call(deleteOffer, { params });
});
