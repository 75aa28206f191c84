import { deleteOffer, getOffer } from '@muneem/contract/offers';
import { signInAdmin } from '@muneem/sandbox/product';
import { closeNotice, expectExactText } from '../support/answers.ts';
import { expect, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';
import { ADMIN } from '../support/world.ts';

// covers 000-2.37
test('keeps event names unique and stable in the form', async ({ page, world, complaints }) => {
  const admin = await signInAdmin({ url: world.product.url, mailbox: world.mailbox, ...ADMIN });
  const events = ['install', 'lead'].map((eventName) => ({ eventName, eventPayout: 5, eventCap: 10 }));
  const offer = await makeTrackedOffer(admin, world, 'Keeps its names', events);
  await offer.convert('install');
  await signIn(page, world);
  await page.goto(`/edit-offer/${offer.id}`);
  const form = page.getByRole('form', { name: 'Edit Offer' });
  const save = form.getByRole('button', { name: 'Update Offer' });
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
  const { events: saved } = await admin.call(getOffer, { params: { id: offer.id } });
  expect(saved.map(({ eventName }) => eventName)).toEqual(['install', 'qualified']);
  await admin.call(deleteOffer, { params: { id: offer.id } });
});
