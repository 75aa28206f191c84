import type { Page } from '@playwright/test';
import { DECISION_LISTS, listDecisions } from '../support/decision-rows.ts';
import { openPath } from '../support/open-path.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

const WIDTHS = [390, 768, 1024, 1280, 1440, 1920];
/** Lists without keys for their rows. */
const WITHOUT_KEYS = ['/clicks', '/admins'];
const ROWS = 'tbody tr[data-row], main li[data-row]';

test('shows every cell of a decision at every width', async ({ page, world }) => {
  await signIn(page, world);
  for (const list of DECISION_LISTS) {
    await listDecisions(page, list);
    await page.setViewportSize({ width: 1440, height: 900 });
    await openPath(page, list[0]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const what = `${list[0]} at ${width} px`;
      await expect(page.locator(ROWS).first(), what).toBeVisible();
      await page.evaluate(framesOf, 3);
      await expect.poll(() => page.evaluate(faultsOf, ROWS), { message: what }).toEqual([]);
      if (width === 1024) await expectAccessible(page.getByRole('main'), what);
      if (!WITHOUT_KEYS.includes(list[0])) await expectFullTextOnFocus(page, what);
    }
  }
});

test('shows every time of a claim in a wide font', async ({ page, world }) => {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('td time { letter-spacing: 0.1em }');
    document.adoptedStyleSheets.push(sheet);
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, world);
  const claims = DECISION_LISTS.find(([path]) => path === '/verify-offer')!;
  await listDecisions(page, claims);
  await openPath(page, claims[0]);
  await expect(page.locator(ROWS).first()).toBeVisible();
  await expect.poll(() => page.evaluate(faultsOf, ROWS)).toEqual([]);
});

/** The row key focuses the first row. A cut text then shows in full. */
async function expectFullTextOnFocus(page: Page, what: string): Promise<void> {
  const cut = await page.evaluate(cutTextsOf, ROWS);
  // A live answer that redraws the rows takes the focus.
  await expect(async () => {
    await page.getByRole('main').focus();
    await page.keyboard.press('k');
    await expect(page.locator(ROWS).first().locator(':focus, :scope:focus').first(), what).toBeFocused({
      timeout: 1000,
    });
    for (const text of cut) await expect(page.locator('[class*=_tip_]'), what).toContainText(text, { timeout: 1000 });
  }).toPass({ timeout: 20_000 });
}

/** Runs in the page. The table becomes cards, or the cards a table, one frame after the width has changed. */
async function framesOf(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await new Promise(requestAnimationFrame);
}

/** Runs in the page. The cells that overlap, leave the window, or cut a text without an ellipsis and its full text. */
function faultsOf(rowsSelector: string): string[] {
  const nameOf = (element: Element): string => (element.textContent ?? '').trim().slice(0, 40);
  const faults: string[] = [];
  for (const row of document.querySelectorAll(rowsSelector)) {
    const cells = [...row.querySelectorAll('td, dt, dd, li > div > span, [data-kind=actions]')].filter(
      (element) => element.getClientRects().length > 0 && nameOf(element) !== '',
    );
    const boxes = cells.map((cell) => [cell, cell.getBoundingClientRect()] as const);
    for (const [at, [cell, box]] of boxes.entries()) {
      if (box.left < -1 || box.right > innerWidth + 1) faults.push(`outside: ${nameOf(cell)}`);
      for (const [other, its] of boxes.slice(at + 1)) {
        if (cell.contains(other) || other.contains(cell)) continue;
        const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
        const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
        if (wide > 1 && high > 1) faults.push(`overlap: ${nameOf(cell)} | ${nameOf(other)}`);
      }
    }
    for (const element of row.querySelectorAll<HTMLElement>('*')) {
      const { overflowX, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
      if (overflowX === 'visible' || clipPath !== 'none' || element.clientWidth === 0) continue;
      const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 10;
      if (!isCut) continue;
      const hasMark = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
      const tip = element.closest<HTMLElement>('[data-tip]')?.dataset['tip'] ?? '';
      if (!hasMark || !tip.includes(element.firstChild?.textContent ?? '')) faults.push(`cut: ${nameOf(element)}`);
    }
  }
  return faults;
}

/** Runs in the page. The cut texts of the first row. */
function cutTextsOf(rowsSelector: string): string[] {
  const texts = document.querySelector(rowsSelector)!.querySelectorAll<HTMLElement>('[data-tip-when-cut]');
  return [...texts]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.dataset['tip']!);
}
