/// <reference lib="dom" />
import { chromium, type Page } from '@playwright/test';

export interface BrowserExport {
  /** ms from the answer's last byte to the saved file: reading it, making the rows, writing the workbook. */
  readonly writingMs: number;
  /** ms from the click to the saved file. */
  readonly wholeMs: number;
}

const PATIENCE_MS = 120_000;

/** The documented export of Conversion Reports as a person does it, in Chromium; the file is saved. */
export async function exportInBrowser(
  { url, token }: { readonly url: string; readonly token: string },
  days: { readonly first: string; readonly last: string },
  file: string,
): Promise<BrowserExport> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    const context = await browser.newContext({
      locale: 'en-IN',
      storageState: {
        cookies: [],
        origins: [{ origin: url, localStorage: [{ name: 'adminAuthToken', value: JSON.stringify({ token }) }] }],
      },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${url}/conversion-reports`);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const window = page.getByRole('dialog', { name: 'Export Conversion Reports' });
    await window.getByLabel('Start Date').fill(days.first);
    await window.getByLabel('End Date').fill(days.last);
    await page.evaluate(watchSaving);
    const saved = page.waitForEvent('download');
    await window.getByRole('button', { name: 'Export' }).click();
    await (await saved).saveAs(file);
    return await figures(page);
  } finally {
    await browser.close();
  }
}

/** Runs in the page: a file is saved by a link that is clicked, and before it the person has clicked once. */
function watchSaving(): void {
  const times = globalThis as unknown as { asked?: number; saved?: number };
  addEventListener('click', () => (times.asked ??= performance.now()), { capture: true });
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    if (this.download !== '') times.saved = performance.now();
    click.call(this);
  };
}

const figures = (page: Page): Promise<BrowserExport> =>
  page.evaluate(() => {
    const { asked = 0, saved = 0 } = globalThis as unknown as { asked?: number; saved?: number };
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const answered = calls.findLast(({ name }) => name.includes('limit=10000'))?.responseEnd ?? asked;
    return { writingMs: saved - answered, wholeMs: saved - asked };
  });
