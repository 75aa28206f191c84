import { readFile } from 'node:fs/promises';
import type { Route } from '@playwright/test';
import { answer, callOf, closeNotice, during, refuse, said, speechless } from '../support/answers.ts';
import { answerLists, LIST, list, page20 } from '../support/conversion-lists.ts';
import { readZip } from '../support/read-zip.ts';
import { CONVERSIONS as ROWS } from '../support/rows.ts';
import { expect, signIn, test } from '../support/test.ts';

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });

test('the Excel export asks for two days, calls for 10,000 rows and names file, sheet and columns', async ({
  page,
  world,
  complaints,
}) => {
  await signIn(page, world);
  await answerLists(page);
  await page.goto('/conversion-reports?source=postback&event=install&status=approved');
  const window = page.getByRole('dialog', { name: 'Export Conversion Reports' });
  const start = window.getByLabel('Start Date');
  const end = window.getByLabel('End Date');
  const submit = window.getByRole('button', { name: 'Export' });
  const open = () => page.getByRole('button', { name: 'Export', exact: true }).click();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());

  await test.step('both days are required, and neither lies after today', async () => {
    await open();
    await expect(submit).toBeDisabled();
    await start.fill(today);
    await expect(submit).toBeDisabled();
    await end.press('Enter');
    await said(page, 'Please select both start and end dates');
    await closeNotice(page);
    await expect(start).toHaveAttribute('max', today);
    await expect(end).toHaveAttribute('max', today);
    await end.fill('2099-01-01');
    await said(page, 'Dates cannot be later than today');
    await expect(submit).toBeDisabled();
  });

  await test.step('Cancel and the X close it and clear the days', async () => {
    await window.getByRole('button', { name: 'Cancel' }).click();
    await open();
    await expect(start).toHaveValue('');
    await start.fill(today);
    await window.getByRole('button', { name: 'Close' }).click();
    await open();
    await expect(start).toHaveValue('');
    await expect(end).toHaveValue('');
  });

  await start.fill('2026-11-01');
  await end.fill('2026-11-20');
  await test.step('nothing found, and a failure', async () => {
    await during(page, LIST, answer(page20(0)), async () => {
      await submit.click();
      await said(page, 'No data found for the selected date range');
      await closeNotice(page);
    });
    for (const [how, text] of [
      [speechless(), 'Error exporting data. Please try again.'],
      [refuse('Too many exports at once'), 'Too many exports at once'],
    ] as const)
      await during(page, LIST, how, async () => {
        await submit.click();
        await said(page, text);
        await closeNotice(page);
      });
  });

  await test.step('closing it ends an export that runs: nothing is said or saved afterwards', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(LIST, (route) => held.then(() => route.fulfill({ json: page20(0) }).catch(() => undefined)));
    await submit.click();
    await expect(window.getByRole('button', { name: 'Exporting...' })).toBeDisabled();
    await window.getByRole('button', { name: 'Cancel' }).click();
    await open();
    await start.fill('2026-11-01');
    await end.fill('2026-11-20');
    release();
    await page.waitForTimeout(500);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(start).toHaveValue('2026-11-01');
    await page.unroute(LIST);
    await answerLists(page);
  });

  await test.step('while it works it cannot be pressed again', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const wait = (route: Route): Promise<void> => held.then(() => route.fulfill({ json: page20(0) }));
    await during(page, LIST, wait, async () => {
      await submit.click();
      await expect(window.getByRole('button', { name: 'Exporting...' })).toBeDisabled();
      release();
      await closeNotice(page);
    });
  });

  await test.step('the file', async () => {
    const download = page.waitForEvent('download');
    const { query } = await callOf(page, 'GET', list, () => submit.click());
    expect(query).toEqual({
      startDate: '2026-11-01',
      endDate: '2026-11-20',
      limit: '10000',
      source: 'postback',
      event: 'install',
      status: 'approved',
    });
    const file = await download;
    expect(file.suggestedFilename()).toBe('conversion_reports_2026-11-01_to_2026-11-20.xlsx');
    await said(page, 'Successfully exported 4 conversions to Excel');
    const parts = readZip(await readFile(await file.path()));
    expect(parts.get('xl/workbook.xml')?.match(/<sheet [^>]*name="[^"]*"/g)).toHaveLength(1);
    expect(parts.get('xl/workbook.xml')).toContain('name="Conversion Reports"');
    const rows = parts.get('xl/worksheets/sheet1.xml')?.match(/<row [^>]*>.*?<\/row>/gs) ?? [];
    expect(rows).toHaveLength(5);
    for (const cells of rows) expect(cells.match(/<c /g)).toHaveLength(16);
  });

  await test.step('a file of 2,000 rows', async () => {
    await open();
    await start.fill('2026-11-01');
    await end.fill('2026-11-20');
    const conversions = Array.from({ length: 2_000 }, (_, at) => ({ ...ROWS[0]!, _id: `cnv_${at}` }));
    const download = page.waitForEvent('download');
    await during(page, LIST, answer({ ...page20(2_000), conversions }), () => submit.click());
    const parts = readZip(await readFile(await (await download).path()));
    expect(parts.get('xl/worksheets/sheet1.xml')?.match(/<row /g)).toHaveLength(2_001);
    await said(page, 'Successfully exported 2000 conversions to Excel');
  });
  await page.goto('about:blank');
  complaints.splice(0);
});
