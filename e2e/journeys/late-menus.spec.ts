import { createPlatformClient } from '@muneem/sandbox/product';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../support/test.ts';
import { PLATFORM_KEY } from '../support/world.ts';

/** The browser has no idle moment until `becomeIdle`. */
const neverIdle = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    globalThis.requestIdleCallback = (run) => waiting.push(run as () => void);
    Object.assign(globalThis, {
      becomeIdle: () => {
        for (const run of waiting.splice(0)) run();
      },
    });
  });

const becomeIdle = (page: Page): Promise<void> =>
  page.evaluate(() => (globalThis as unknown as { becomeIdle: () => void }).becomeIdle());

test('a button opens its menu before and after the browser had time to mount it', async ({ page, world }) => {
  await signIn(page, world);
  await neverIdle(page);
  await page.goto('/users');
  const bar = page.getByRole('banner');
  const offers = bar.getByRole('button', { name: 'Offers' });
  const admin = bar.getByRole('button', { name: 'Admin' });

  await test.step('pressed before: it says what it is, opens at once, and Escape gives the focus back', async () => {
    await expect(offers).toHaveAttribute('aria-haspopup', 'menu');
    await expect(offers).toHaveAttribute('aria-expanded', 'false');
    await offers.click();
    await expect(page.getByRole('menuitem', { name: 'Create Offer' })).toBeVisible();
    await expect(offers).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(offers).toBeFocused();
  });

  await test.step('a panel too, by the keyboard; a second press closes it', async () => {
    const view = page.getByRole('button', { name: 'View', exact: true });
    await view.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'View' })).toBeVisible();
    await view.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('mounted meanwhile: whoever stands on the button still does', async () => {
    await admin.focus();
    await admin.evaluate((node) => node.setAttribute('data-mark', 'first'));
    await becomeIdle(page);
    await expect(page.locator('[data-mark="first"]')).toHaveCount(0);
    await expect(admin).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  });
});

test('no row of users waits for the browser to load its languages', async ({ page, world }) => {
  const platform = createPlatformClient({ url: world.product.url, key: PLATFORM_KEY });
  await platform.createUser({ uid: 'lang-1', name: 'Meera Nair', email: '', phone: '', gender: '' });
  await signIn(page, world);
  await page.addInitScript(() => {
    const used: string[] = [];
    Object.assign(globalThis, { used });
    for (const name of ['NumberFormat', 'DateTimeFormat', 'Collator', 'PluralRules'] as const)
      Reflect.set(
        Intl,
        name,
        new Proxy(Intl[name], {
          construct(target, given) {
            used.push(name);
            return Reflect.construct(target, given) as object;
          },
        }),
      );
    for (const type of [Number, Date])
      type.prototype.toLocaleString = () => {
        used.push('toLocaleString');
        return '';
      };
  });
  await page.goto('/users');
  await expect(page.getByRole('cell', { name: 'Meera Nair' }).first()).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { used: string[] }).used)).toEqual([]);
});
