import type { Locator, Page } from '@playwright/test';
import { beginAuthenticator, confirmAuthenticator } from '@muneem/contract/account';
import { deleteOffer } from '@muneem/contract/offers';
import { callOf } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';
import { ADMIN } from '../support/world.ts';

/** The distance of each label from the top of the page, in pixels. */
const labelTops = (scope: Locator): Promise<number[]> =>
  scope.locator('label:visible').evaluateAll((labels) =>
    labels.map((label) => {
      const top = label.closest('[role=dialog]')?.scrollTop ?? scrollY;
      return Math.round(label.getBoundingClientRect().top + top);
    }),
  );

/** Labels side by side stay side by side, and those of the first row stay where they are. */
async function expectStill(scope: Locator, act: () => Promise<unknown>): Promise<void> {
  const before = await labelTops(scope);
  await act();
  await expect(scope.locator('.mantine-Input-error, [class*=Input-error]').first()).toBeVisible();
  const after = await labelTops(scope);
  expect(after).toHaveLength(before.length);
  expect(after[0]).toBe(before[0]);
  for (const top of new Set(before)) {
    const row = after.filter((_, index) => before[index] === top);
    expect(new Set(row).size, `labels at ${top} px: ${row.join(', ')}`).toBe(1);
  }
}

/** Types a day that does not exist and leaves the field. */
async function typeNoDay(page: Page): Promise<void> {
  const field = page.getByPlaceholder('dd/mm/yyyy').last();
  await field.fill('31/02/2026');
  await field.blur();
}

/** No part of the element is beside the window. */
async function expectInside(page: Page, element: Locator): Promise<void> {
  const { x, width } = (await element.boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width);
}

test('an error moves no label, and a day that cannot be read still opens its calendar', async ({ page, world }) => {
  const offer = await makeTrackedOffer(world, 'Offer with calm forms');
  await signIn(page, world);
  const main = page.getByRole('main');
  const window = page.getByRole('dialog');

  await test.step('shows every error of the offer form below its field', async () => {
    await openPath(page, '/add-offer');
    await expect(page.getByLabel('Tracking URL')).toBeVisible();
    await expectStill(main, () => page.getByRole('button', { name: 'Create Offer' }).click());
  });

  await test.step('shows every error of the postback form below its field', async () => {
    await openPath(page, `/postback-urls/${offer.id}?tab=custom&postback=new`);
    await expect(window.getByLabel('Company name')).toBeVisible();
    await expectStill(window, () => window.getByRole('button', { name: 'Add Postback' }).click());
  });

  for (const path of [
    '/audit',
    '/conversion-reports',
    `/postback-urls/${offer.id}?tab=log`,
    `/postback-urls/${offer.id}?tab=log&direction=outbound`,
    '/verify-withdrawals?history=1',
  ])
    await test.step(`shows the error of a day below its field on ${path}`, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openPath(page, path);
      await expect(page.getByPlaceholder('dd/mm/yyyy')).toHaveCount(2);
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      await expectStill(path.includes('history') ? window : main, () => typeNoDay(page));

      await page.setViewportSize({ width: 390, height: 844 });
      for (const which of [0, 1]) {
        await page.getByPlaceholder('dd/mm/yyyy').nth(which).fill('32/01/2026');
        await page.getByRole('button', { name: 'Calendar' }).nth(which).click();
        await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible();
        await expectInside(page, page.getByRole('dialog', { name: 'Calendar' }).getByRole('table'));
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog', { name: 'Calendar' })).toHaveCount(0);
        await page.getByPlaceholder('dd/mm/yyyy').nth(which).fill('');
      }
    });
  await world.call(deleteOffer, { params: { id: offer.id } });
});

test('sends a code with its sixth digit, focuses the next field, and leaves the focus on a busy button', async ({
  page,
  world,
}) => {
  // A wrong code is refused.
  allowConsoleErrors();
  await signIn(page, world, '/account');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  const code = setUp.getByLabel('Code from the app');

  await test.step('keeps the focus on the button while the password is checked', async () => {
    let goOn = (): void => undefined;
    const isSeen = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(`**${beginAuthenticator.path}`, async (route) => {
      await isSeen;
      await route.fallback();
    });
    await setUp.getByLabel('Your password').fill(ADMIN.password);
    await page.keyboard.press('Tab');
    const button = setUp.locator('button[type=submit]');
    await expect(button).not.toBeFocused();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(button).toBeFocused();
    goOn();
  });

  await test.step('focuses the field of the code when it appears', () => expect(code).toBeFocused());

  await test.step('sends the code with its sixth digit, once', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith(confirmAuthenticator.path) && sent.push(request.method()));
    await page.keyboard.type('00000');
    expect(sent).toEqual([]);
    const { body } = await callOf(page, 'POST', confirmAuthenticator.path, () => page.keyboard.type('0'));
    expect(body).toEqual({ code: '000000' });
    await expect(setUp.getByRole('alert')).toBeVisible();
    await expect(code).toBeFocused();
    expect(sent).toEqual(['POST']);
  });
});
