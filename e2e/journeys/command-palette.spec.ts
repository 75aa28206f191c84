import { deleteOffer } from '@muneem/contract/offers';
import type { Locator, Page } from '@playwright/test';
import { answer } from '../support/answers.ts';
import { answerLists } from '../support/conversion-lists.ts';
import { person } from '../support/person.ts';
import { conversionDetails, CONVERSIONS, listWithdrawalRows, withdrawalDetails, WITHDRAWALS } from '../support/rows.ts';
import { allowConsoleErrors, expect, expectAccessible, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';

const ULID = '01KD0Z8Q7M3T5V9X1B2C4D6F8G';
const PROBLEM = {
  id: `prb_${ULID}`,
  userId: 'pal-1',
  userName: 'Asha Rao',
  userEmail: 'asha@mail.example',
  title: 'Coins are missing',
  description: 'Since Monday.',
  type: 'payment',
  status: 'open',
  createdAt: '2026-11-20T06:30:00.000Z',
  updatedAt: '2026-11-20T06:30:00.000Z',
  resolvedAt: null,
  adminResponse: null,
  attachments: [],
  respondedBy: null,
  respondedAt: null,
  version: 1,
};

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('textbox', { name: 'Commands' })).toBeFocused();
  // An id is pasted.
  await (text.includes('_') ? page.keyboard.insertText(text) : page.keyboard.type(text));
}

test('Ctrl-K finds screens, searches and records by id, by keyboard only', async ({ page, world }) => {
  allowConsoleErrors();
  const offer = await makeTrackedOffer(world, 'Found by its id');
  await signIn(page, world, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const commands = page.getByRole('dialog');
  const action = (name: string | RegExp) => commands.getByRole('button', { name });

  await test.step('keeps the keys that are pressed before the palette is loaded and has the focus', async () => {
    let load = (): void => undefined;
    const isTyped = new Promise<void>((resolve) => (load = resolve));
    await page.route('**/command-palette*.js', async (route) => {
      await isTyped;
      await route.fallback();
    });
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('?smx');
    for (const key of ['Backspace', 'Home', 'Delete']) await page.keyboard.press(key);
    load();
    const query = page.getByRole('textbox', { name: 'Commands' });
    await expect(query).toBeFocused();
    await page.keyboard.type('art');
    await expect(query).toHaveValue('?smart');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('payo');
    await expect(query).toHaveValue('payo');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('finds a screen by part of its name, listed once', async () => {
    await type(page, 'smart po');
    await expect(action('Smart Poll')).toHaveCount(1);
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
    await expectAccessible(page, 'the command palette');
    // An icon in the colour of its background is not visible.
    const colour = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color);
    const chosen = commands.locator('[data-selected]');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      const background = await chosen.evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await colour(chosen.locator('svg')), colorScheme).toBe(await colour(chosen));
      expect(background, colorScheme).not.toBe(await colour(chosen));
    }
    await page.emulateMedia({ colorScheme: null });
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/smart-poll');
    await expect(commands).toHaveCount(0);
    await type(page, 'payo');
    await expect(action('Payouts')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(commands).toHaveCount(0);
  });

  await test.step('searches the user list by any part of a name', async () => {
    await type(page, 'asha');
    const searches = ['Search users', 'Search withdrawals', 'Search prime offers', 'Search regular offers'];
    for (const name of searches) await expect(action(`${name} for “asha”`)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/users?search=asha');
    await expect(page.getByRole('searchbox')).toHaveValue('asha');
  });

  await test.step('opens a user by the exact id', async () => {
    for (const [uid, name] of [
      ['pal-user-7', 'Meera Nair'],
      ['pal-user-77', 'Ravi Iyer'],
    ] as const)
      await world.platform.createUser(person(uid, name));
    await type(page, 'pal-user-7');
    await expect(action('User Meera Nair (pal-user-7)')).toBeVisible();
    await expect(action(/^User /)).toHaveCount(1);
    await page.keyboard.type('9');
    await expect(action(/^User /)).toHaveCount(0);
    await page.keyboard.press('Backspace');
    await expect(action('User Meera Nair (pal-user-7)')).toBeVisible();
    await expect(action('Search users for “pal-user-7”')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/users?user=pal-user-7');
    await expect(page.getByRole('dialog', { name: 'User details' }).getByText('Meera Nair').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('opens an offer by its id', async () => {
    await type(page, offer.id);
    await expect(action(`Offer ${offer.id}`)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/edit-offer/${offer.id}`);
    await expect(page.getByLabel('Title').first()).toHaveValue('Found by its id');
  });

  await test.step('opens a withdrawal, a conversion and a problem by id', async () => {
    const withdrawal = { ...WITHDRAWALS[0]!, id: `wdr_${ULID}` };
    await listWithdrawalRows(page, [withdrawal]);
    await page.route(`**/api/withdrawals/wdr_${ULID}`, answer(withdrawalDetails(withdrawal)));
    const conversion = { ...CONVERSIONS[0]!, _id: `cnv_${ULID}`, conversionId: `cnv_${ULID}` };
    await answerLists(page);
    await page.route(`**/api/conversion-reports/cnv_${ULID}`, answer(conversionDetails(conversion)));
    await page.route('**/api/problems?*', answer([PROBLEM]));
    await page.route(`**/api/problems/prb_${ULID}`, answer({ success: true, problem: PROBLEM }));
    for (const [id, label, title, path] of [
      [`wdr_${ULID}`, 'Withdrawal', 'Withdrawal Details', '/verify-withdrawals?withdrawal='],
      [`cnv_${ULID}`, 'Conversion', 'Conversion details', '/conversion-reports?conversion='],
      [`prb_${ULID}`, 'Problem', 'Problem details', '/problems?problem='],
    ] as const) {
      await type(page, id.toLowerCase());
      await expect(action(`${label} ${id}`)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${path}${id}`);
      await expect(page.getByRole('dialog', { name: title }).getByText(id).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });

  await world.call(deleteOffer, { params: { id: offer.id } });
});
