import { expect, signIn, test } from '../support/test.ts';

test('a button opens its menu or panel and gets the focus back', async ({ page, world }) => {
  await signIn(page, world, '/users');
  const offers = page.getByRole('banner').getByRole('button', { name: 'Offers' });

  await test.step('a menu says what it is, opens at a press, and Escape gives the focus back', async () => {
    await expect(offers).toHaveAttribute('aria-haspopup', 'menu');
    await expect(offers).toHaveAttribute('aria-expanded', 'false');
    await offers.click();
    await expect(page.getByRole('menuitem', { name: 'Create Offer' })).toBeVisible();
    await expect(offers).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(offers).toBeFocused();
  });

  await test.step('a panel opens by the keyboard, and a second press closes it', async () => {
    const view = page.getByRole('button', { name: 'View', exact: true });
    await view.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'View' })).toBeVisible();
    await view.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
