import type { Page } from '@playwright/test';
import { openPath } from '../support/open-path.ts';
import { person } from '../support/person.ts';
import { expect, signIn, test } from '../support/test.ts';
import type { TestWorld } from '../support/world.ts';

const join = async ({ platform }: TestWorld, first: number, last: number): Promise<void> => {
  for (let n = first; n <= last; n += 1) await platform.createUser(person(`walker-${n}`, `Walker ${n}`));
};

/** The newest users come first: from 30 to 21. */
const expectWalkers = async (page: Page, from: number, to: number): Promise<void> => {
  const names = Array.from({ length: from - to + 1 }, (_, at) => new RegExp(`walker-${from - at}@`));
  await expect(page.getByRole('row').filter({ hasText: 'Walker' })).toHaveText(names);
};

// covers 001-9.2
test('steps through a list while users join, without showing a row twice, and reloads', async ({ page, world }) => {
  await join(world, 1, 60);
  await signIn(page, world, '/users?search=walker&limit=10');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const step = async (name: string, number: number): Promise<void> => {
    await pages.getByRole('button', { name, exact: true }).click();
    await expect(pages.locator('[aria-current="page"]')).toHaveText(`${number}`);
  };
  await expectWalkers(page, 60, 51);
  await step('Next', 2);
  await step('Page 4', 4);
  await expectWalkers(page, 30, 21);

  await join(world, 61, 63);
  await step('Next', 5);
  await expectWalkers(page, 20, 11);
  await step('Previous', 4);
  await expectWalkers(page, 30, 21);
  await step('Page 6', 6);
  await expectWalkers(page, 10, 1);
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled();

  await test.step('a reload and Back open the page by its number', async () => {
    expect(new URL(page.url()).search).toBe('?search=walker&limit=10&page=6');
    await page.reload();
    await expectWalkers(page, 13, 4);
    await page.goBack();
    await expect(pages.locator('[aria-current="page"]')).toHaveText('4');
    await expectWalkers(page, 33, 24);
    await step('Next', 5);
    await expectWalkers(page, 23, 14);
  });

  await test.step('a new user behind the pill pushes no shown row onto the next page', async () => {
    await openPath(page, '/users?search=walker&limit=10');
    await expectWalkers(page, 63, 54);
    await join(world, 64, 65);
    await expect(page.getByRole('button', { name: '2 new' })).toBeVisible();
    await expectWalkers(page, 63, 54);
    await step('Next', 2);
    await expectWalkers(page, 53, 44);
  });
});
