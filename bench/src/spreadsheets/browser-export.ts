/// <reference lib="dom" />
import { chromium, type Page } from '@playwright/test';

export interface BrowserExport {
  /**
   * ms from the last byte of the answer to the saved file: reads the answer, builds the rows and writes the workbook.
   */
  readonly writingMs: number;
  /** ms from the click to the saved file. */
  readonly wholeMs: number;
}

const PATIENCE_MS = 120_000;

/** Runs the documented export of Conversion Reports in Chromium and saves the file. */
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

/** Runs in the page. The first click is the admin's. The second is the client's click on the download link. */
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
