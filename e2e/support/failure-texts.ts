import type { Page, Route } from '@playwright/test';
import { ABORT, failSilently, refuse } from './answers.ts';
import { openPath } from './open-path.ts';
import { hidePage } from './page-visibility.ts';
import { expect, test } from './test.ts';

type Answer = (route: Route) => Promise<void>;

interface Failure {
  readonly at: string;
  readonly call: string;
  /** Button names, and `label=value` for fields. Empty if the screen makes the call when it opens. */
  readonly steps: readonly string[];
  readonly ways: (readonly [way: string, text: string])[];
  /** Values after the failure: `keeps` a typed one, `retry` what Retry shows. */
  readonly after: Record<string, string>;
}

const MESSAGE = 'The desk is closed until noon';
/** Without a message of the server, without a response, and with a message. */
const EVERY_WAY = ['500', 'lost', '409 says'];

/**
 * Reads a table. A line `screen: METHOD path: step > step` names a call. The indented lines below it are
 * `way = text on the screen`. A way is `lost`, or a status with a JSON body, with `text` and a body, or with `says` and
 * the server's message. `* = text` is the fixed text of every way, unless the server gives a message.
 */
function readFailures(table: string): Failure[] {
  const failures: Failure[] = [];
  for (const line of table.split('\n').filter((text) => text.trim() !== '' && !/^ *\/\//.test(text))) {
    const [left = '', right = ''] = line.trim().split(/ = /, 2);
    if (!/^ {4}/.test(line)) {
      const [, at = '', call = '', act] = /^(.+?): ([A-Z]+ \S+?)(?:: (.+))?$/.exec(line) ?? [];
      failures.push({ at, call, steps: act?.split(' > ') ?? [], ways: [], after: {} });
      continue;
    }
    const { ways, after } = failures.at(-1)!;
    if (left === 'keeps' || left === 'retry') after[left] = right;
    else if (left === '*')
      ways.push(...EVERY_WAY.map((way) => [way, way === '409 says' ? '{message}' : right] as const));
    else ways.push([left, right]);
  }
  return failures;
}

/** Provokes each failure of the table in one page and reads its text. */
export async function expectFailureTexts(page: Page, table: string): Promise<void> {
  await page.addInitScript(withoutPauses);
  for (const failure of readFailures(table))
    for (const [way, text] of failure.ways)
      await test.step(`${failure.call}: ${way}`, () => expectText(page, failure, way, text));
}

function answerOf(way: string): Answer {
  if (way === 'lost') return ABORT;
  const [, status = '', kind = '', body = ''] = /^(\d+) ?(says|text|)(.*)$/.exec(way) ?? [];
  if (kind === 'says') return refuse(body.trim() || MESSAGE, Number(status));
  if (body === '') return failSilently(Number(status));
  return (route) =>
    route.fulfill({
      status: Number(status),
      body: body.trim(),
      contentType: kind === 'text' ? 'text/html' : 'application/json',
    });
}

async function expectText(page: Page, failure: Failure, way: string, text: string): Promise<void> {
  const { at, call, steps, ways, after } = failure;
  const [method, path = ''] = call.split(' ');
  const calls = new RegExp(`${path.replaceAll('*', '[^/?]+')}(?:\\?|$)`);
  const how = answerOf(way);
  const shown = (wanted: string) => page.getByText(wanted, { exact: true }).filter({ visible: true }).first();
  if (steps.length > 0) await openPath(page, at);
  await page.route(calls, (route) => (route.request().method() === method ? how(route) : route.fallback()));
  if (steps.length === 0) await openPath(page, at);
  for (const step of steps) await take(page, step);
  for (const part of text.replace('{message}', MESSAGE).split(' + ')) await expect(shown(part)).toBeVisible();
  // The server's message is shown instead of the fixed text.
  const [, fixed = text] = ways.find(([one]) => one === '500') ?? [];
  if (text === '{message}') await expect(shown(fixed)).toHaveCount(0);
  if (after['keeps'] !== undefined) expect(await page.evaluate(hasField, after['keeps'])).toBe(true);
  // A visible screen refetches, and the Retry button disappears.
  if (after['retry'] !== undefined) await hidePage(page);
  await page.unroute(calls);
  if (after['retry'] !== undefined) {
    const there = page.getByText(after['retry']).filter({ visible: true }).first();
    const press = page.getByRole('button', { name: 'Retry' }).first().click();
    // A live update may ask again before the press, and take the button away.
    await Promise.race([press, there.waitFor()]);
    press.catch(() => undefined);
    await expect(there).toBeVisible();
  }
  await leaveDialogs(page);
}

/** Presses a button (`…` is any text) or fills a field (`=value`: the dialog's only one). */
async function take(page: Page, step: string): Promise<void> {
  const [name = '', value] = step.split('=');
  if (name === '+61 s') return page.clock.fastForward(61_000);
  if (value === undefined) {
    const button = name.includes('…') ? new RegExp(`^${name.replace('…', '.*')}$`) : name;
    return page.getByRole('button', { name: button, exact: true }).last().click();
  }
  const question = page.getByRole('alertdialog').getByRole('textbox');
  const field = name === '' ? question : page.getByLabel(new RegExp(`^${name}( \\*)?$`)).last();
  const isChoice = await field.evaluate((element) => element instanceof HTMLSelectElement);
  await (isChoice ? field.selectOption(value) : field.fill(value));
}

/** Closes what the failure left open. A form with typed values asks first. */
async function leaveDialogs(page: Page): Promise<void> {
  const open = page.locator('[role=dialog]:visible, [role=alertdialog]:visible');
  const leave = page.getByRole('button', { name: 'Leave', exact: true });
  while ((await open.count()) > 0) await ((await leave.isVisible()) ? leave.click() : page.keyboard.press('Escape'));
}

/** Runs in the page. Looks up an unknown outcome without pauses. */
function withoutPauses(): void {
  const { setTimeout } = globalThis;
  const hurried = (work: () => void, ms?: number): unknown => setTimeout(work, ms === 500 || ms === 2_500 ? 0 : ms);
  Object.assign(globalThis, { setTimeout: hurried });
}

/** Runs in the page. */
const hasField = (value: string): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].some((field) => field.value === value);
