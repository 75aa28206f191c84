import { expect, type Locator, type Page } from '@playwright/test';

const MAX_STEPS = 120;

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // Found once: a search by role reads the whole page.
  const found = await target.elementHandle();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await found.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, `reached with ${key}`).toBeFocused();
}

/** Tabs to a field and replaces its text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Tabs to the target and presses the key. */
export async function press(page: Page, target: Locator, key = 'Enter', walk?: 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, walk);
  await page.keyboard.press(key);
}

/** Confirms the dialog: one Tab leads from Cancel to the button. */
export async function agree(page: Page, verb: string): Promise<void> {
  const asked = page.getByRole('alertdialog');
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, asked.getByRole('button', { name: verb, exact: true }));
}
