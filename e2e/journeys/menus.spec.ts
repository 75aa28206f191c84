import { expect, signIn, test } from '../support/test.ts';

test('opens menus and panels and returns the focus to the button', async ({ page, world }) => {
  await signIn(page, world, '/users');
  const offers = page.getByRole('banner').getByRole('button', { name: 'Offers' });

  await test.step('names a menu, opens it on press and returns the focus on Escape', async () => {
    await expect(offers).toHaveAttribute('aria-haspopup', 'menu');
    await expect(offers).toHaveAttribute('aria-expanded', 'false');
    await offers.click();
    await expect(page.getByRole('menuitem', { name: 'Create Offer' })).toBeVisible();
    await expect(offers).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(offers).toBeFocused();
  });

  await test.step('opens and closes a panel by keyboard', async () => {
    const view = page.getByRole('button', { name: 'View', exact: true });
    await view.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'View' })).toBeVisible();
    await view.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
