import { createOffer, deleteOffer } from '@muneem/contract/offers';
import { downloadOf } from '../support/answers.ts';
import { offerBody } from '../support/offer-body.ts';
import { agree, press, tabTo } from '../support/keyboard.ts';
import { openPath } from '../support/open-path.ts';
import { person } from '../support/person.ts';
import { expect, signIn, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('finds, opens, deletes and exports users and offers by keyboard only', async ({ page, world }) => {
  for (const name of ['Keya One', 'Keya Two', 'Keya Three'])
    await world.platform.createUser(person(`keys-${name.slice(5).toLowerCase()}`, name));
  await signIn(page, world, '/users');
  const link = (name: string) => page.getByRole('row').filter({ hasText: name }).locator('[data-row-link]');
  const shown = page.getByRole('status').filter({ hasText: / users?$/ });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.type('keya');
  await expect(shown).toHaveText(/^3 of /);
  await page.keyboard.press('Tab');
  for (const [key, name] of [
    ['j', 'Keya Three'],
    ['j', 'Keya Two'],
    ['j', 'Keya One'],
    ['k', 'Keya Two'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(link(name)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'User details' }).getByText('keys-two').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(link('Keya Two')).toBeFocused();

  await press(page, page.getByRole('button', { name: 'Delete Keya Two' }));
  await agree(page, 'Delete User');
  await expect(shown).toHaveText(/^2 of /);

  await tabTo(page, page.getByRole('button', { name: 'Export Users' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Excel (.xlsx)' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'CSV (.csv)' })).toBeFocused();
  const { file } = await downloadOf(page, () => page.keyboard.press('Enter'));
  expect(file.toString('utf8')).toMatch(/Keya Three[^]*Keya One/);
  expect(file.toString('utf8')).not.toContain('Keya Two');

  await test.step('keeps chosen columns after a reload and resets them', async () => {
    const headings = page.getByRole('columnheader').filter({ hasText: /./ });
    const all = ['Name', 'Email', 'Phone', 'Gender', 'Coins', 'Joined On', 'Actions'];
    const fewer = all.filter((name) => name !== 'Gender' && name !== 'Email');
    const view = page.getByRole('dialog', { name: 'View' });
    const open = () => press(page, page.getByRole('button', { name: 'View', exact: true }));
    await expect(headings).toHaveText(all);
    await open();
    for (const name of ['Email', 'Gender']) await press(page, view.getByRole('checkbox', { name }), 'Space');
    await expect(headings).toHaveText(fewer);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(headings).toHaveText(fewer);
    await open();
    await press(page, view.getByRole('button', { name: 'Reset view' }));
    await expect(headings).toHaveText(all);
    await page.reload();
    await expect(headings).toHaveText(all);
  });

  await test.step('switches, selects, duplicates and deletes offers by keyboard only', async () => {
    const ids: string[] = [];
    for (const number of [1, 2]) {
      const { offer } = await world.call(createOffer, {
        body: offerBody(`Keyboard prime ${number}`, { type: 'prime' }),
      });
      ids.push(offer._id);
    }
    await openPath(page, '/prime-offers?search=Keyboard%20prime');
    const card = (number: number) => page.getByRole('listitem').filter({ hasText: `Keyboard prime ${number}` });
    await press(page, page.getByRole('switch', { name: 'Active: Keyboard prime 1' }), 'Space');
    await expect(card(1).getByText('Inactive', { exact: true })).toBeVisible();

    for (const number of [2, 1])
      await press(page, page.getByRole('checkbox', { name: `Select Keyboard prime ${number}` }), 'Space');
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toContainText('2 offers selected');
    await press(page, bar.getByRole('button', { name: 'Deactivate' }));
    await expect(card(2).getByText('Inactive', { exact: true })).toBeVisible();
    await expect(bar).toBeHidden();

    await press(page, page.getByRole('link', { name: 'Duplicate Keyboard prime 1' }));
    await expect(page.getByLabel('Title').first()).toHaveValue('Copy of Keyboard prime 1');
    await page.goBack();
    await press(page, page.getByRole('button', { name: 'Delete Keyboard prime 2' }));
    await agree(page, 'Delete offer');
    await expect(page.getByRole('alertdialog')).toContainText('Offer deleted successfully');
    await page.keyboard.press('Enter');
    await expect(card(2)).toHaveCount(0);
    await world.call(deleteOffer, { params: { id: ids[0]! } });
  });
});
