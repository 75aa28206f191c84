import type { Locator, Page, Route } from '@playwright/test';
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
  /** The answers of the calls before this one. */
  readonly given: (readonly [call: string, json: string])[];
  readonly ways: (readonly [way: string, text: string])[];
  /** Values after the failure: `keeps` a typed one, `retry` what Retry shows. */
  readonly after: Record<string, string>;
}

/** With characters that a replacement must not read. */
const MESSAGE = "The desk is closed until noon & $' of $$5";
/** Without a message of the server, with one, and without a response. Two texts in a row differ. */
const EVERY_WAY = ['500', '409 says', 'lost'];

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
      failures.push({ at, call, steps: act?.split(' > ') ?? [], given: [], ways: [], after: {} });
      continue;
    }
    const { given, ways, after } = failures.at(-1)!;
    if (left === 'keeps' || left === 'retry') after[left] = right;
    else if (left.startsWith('given ')) given.push([left.slice(6), right]);
    else if (left === '*')
      ways.push(...EVERY_WAY.map((way) => [way, way === '409 says' ? '{message}' : right] as const));
    else ways.push([left, right]);
  }
  return failures;
}

/** Provokes each failure of the table in one page and reads its text. @param ids replace their names in braces */
export async function expectFailureTexts(page: Page, table: string, ids: Record<string, string> = {}): Promise<void> {
  await page.addInitScript(withoutPauses);
  const named = Object.entries(ids).reduce((text, [name, id]) => text.replaceAll(`{${name}}`, id), table);
  for (const failure of readFailures(named))
    await test.step(`${failure.at}: ${failure.call}`, async () => {
      const ends = await Promise.all(failure.given.map(([call, json]) => answerCalls(page, call, `200 ${json}`)));
      for (const [index, [way, text]] of failure.ways.entries())
        await test.step(way, () => expectText(page, failure, way, text, index === 0));
      for (const end of ends) await end();
    });
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

/** @returns a function that ends it */
async function answerCalls(page: Page, call: string, way: string): Promise<() => Promise<void>> {
  const [method, path = ''] = call.split(' ');
  const calls = new RegExp(`${path.replaceAll('*', '[^/?]+')}(?:\\?|$)`);
  const how = answerOf(way);
  const handler: Answer = (route) => (route.request().method() === method ? how(route) : route.fallback());
  await page.route(calls, handler);
  return () => page.unroute(calls, handler);
}

async function expectText(page: Page, failure: Failure, way: string, text: string, isFirst: boolean): Promise<void> {
  const { at, call, steps, ways, after } = failure;
  const shown = (wanted: string) => page.getByText(wanted, { exact: true }).filter({ visible: true }).first();
  const wanted = text.split(' + ').map((part) => part.replace('{message}', () => MESSAGE));
  const [first] = steps;
  if (first !== undefined && (isFirst || !(await canRepeat(targetOf(page, first), shown(wanted[0]!)))))
    await openPath(page, at);
  const end = await answerCalls(page, call, way);
  if (first === undefined) await openPath(page, at);
  for (const step of steps) await take(page, step);
  for (const part of wanted) await expect(shown(part)).toBeVisible();
  // The server's message is shown instead of the fixed text.
  const [, fixed = text] = ways.find(([one]) => one === '500') ?? [];
  if (text === '{message}') await expect(shown(fixed)).toHaveCount(0);
  if (after['keeps'] !== undefined) expect(await page.evaluate(hasField, after['keeps'])).toBe(true);
  // A visible screen refetches, and the Retry button disappears.
  if (after['retry'] !== undefined) await hidePage(page);
  await end();
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

/** The open screen can show the next failure: its first step is there, and the text is not. */
const canRepeat = async (step: Locator, text: Locator): Promise<boolean> =>
  (await step.isVisible()) && !(await text.isVisible());

/** The button or field of a step. `…` is any text, and a field without a name is the dialog's only one. */
function targetOf(page: Page, step: string): Locator {
  const [name = '', value] = step.split('=');
  if (value === undefined) {
    const button = name.includes('…') ? new RegExp(`^${name.replace('…', '.*')}$`) : name;
    return page.getByRole('button', { name: button, exact: true }).last();
  }
  if (name === '') return page.getByRole('alertdialog').getByRole('textbox');
  return page.getByLabel(new RegExp(`^${name}( \\*)?$`)).last();
}

async function take(page: Page, step: string): Promise<void> {
  if (step === '+61 s') return page.clock.fastForward(61_000);
  if (step.startsWith('see ')) return expect(page.getByText(step.slice(4), { exact: true })).toBeVisible();
  const target = targetOf(page, step);
  const [, value] = step.split('=');
  if (value === undefined) return target.click();
  const isChoice = await target.evaluate((element) => element instanceof HTMLSelectElement);
  await (isChoice ? target.selectOption(value) : target.fill(value));
}

/** Closes what the failure left open. A form with typed values asks first. */
async function leaveDialogs(page: Page): Promise<void> {
  const open = page.locator('[role=dialog]:visible, [role=alertdialog]:visible');
  const leave = page.getByRole('button', { name: 'Leave', exact: true });
  while ((await open.count()) > 0) await ((await leave.isVisible()) ? leave.click() : page.keyboard.press('Escape'));
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('[aria-label="Close notice"]')) button.click();
  });
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
