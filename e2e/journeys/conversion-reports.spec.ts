import { readFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { ABORT, answer, callOf, closeNotice, during, refuse, said, speechless } from '../support/answers.ts';
import { readZip } from '../support/read-zip.ts';
import { CONVERSIONS as ROWS } from '../support/rows.ts';
import { expect, signIn, test } from '../support/test.ts';

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });

const page20 = (total: number, page = 1) => ({
  success: true,
  conversions: total === 0 ? [] : ROWS,
  pagination: { page, limit: 20, total, pages: Math.ceil(total / 20) },
  total,
});
const STATS = { totalConversions: 7, totalPayout: 1234.5, postbackConversions: 4, smartPollConversions: 2 };
const LIST = '**/api/conversion-reports?*';
const SUMS = '**/api/conversion-reports/stats*';
const list = '/api/conversion-reports';

async function answerLists(page: Page, total = 4): Promise<void> {
  await page.route(LIST, (route) =>
    route.fulfill({ json: page20(total, Number(new URL(route.request().url()).searchParams.get('page') ?? 1)) }),
  );
  await page.route(SUMS, answer({ success: true, stats: STATS }));
}

test('conversions are listed with their sums, filtered and paged as specified', async ({ page, world, complaints }) => {
  await signIn(page, world);
  await answerLists(page, 41);

  await test.step('the first call: page 1, 20 rows, no empty filter', async () => {
    const first = await callOf(page, 'GET', list, async () => void (await page.goto('/conversion-reports')));
    expect(first.query).toMatchObject({ page: '1', limit: '20' });
    for (const name of ['source', 'event', 'status', 'startDate', 'endDate'])
      expect(Object.keys(first.query)).not.toContain(name);
  });

  await test.step('summary cards, columns, badges, rupees', async () => {
    for (const text of ['Total Conversions', 'Total Payout', 'Postback Conversions', 'Smart Poll Conversions'])
      await said(page, text);
    const sums = page.getByLabel('Sums of the chosen conversions');
    for (const [label, value] of [
      ['Total Conversions', '7'],
      ['Total Payout', '₹1,234.50'],
      ['Postback Conversions', '4'],
      ['Smart Poll Conversions', '2'],
    ] as const)
      await expect(sums.locator('> *').filter({ hasText: label })).toHaveText(`${label}${value}`);
    for (const name of ['Click ID', 'User', 'Offer', 'Event', 'Source', 'Payout', 'Status', 'Date', 'Details'])
      await expect(page.getByRole('columnheader', { name, exact: true })).toHaveCount(1);
    const row = (index: number) => page.getByRole('row').filter({ hasText: ROWS[index]!.clickId });
    await expect(row(0)).toContainText('Person 0');
    await expect(row(0)).toContainText('person0@mail.example');
    await expect(row(0)).toContainText('Install the game');
    await expect(row(0)).toContainText('₹12.50');
    await expect(row(1)).toContainText('Old campaign');
    await expect(row(1)).toContainText('₹0.00');
    for (const [index, words] of [
      ['Postback', 'Approved'],
      ['Smart Poll', 'Pending'],
      ['Manual', 'Rejected'],
      ['Postback', 'Cutbacked'],
    ].entries())
      for (const word of words) await expect(row(index)).toContainText(word);
  });

  await test.step('pages; changing any filter goes back to the first; the sums follow the filters', async () => {
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages.getByRole('button', { name: /^Page \d/ })).toHaveText(['1', '2', '3']);
    const changes: [name: string, value: string, act: () => Promise<unknown>][] = [
      ['source', 'smart_poll', () => page.getByLabel('Source', { exact: true }).selectOption('smart_poll')],
      ['event', 'deposit', () => page.getByLabel('Event', { exact: true }).selectOption('deposit')],
      ['status', 'rejected', () => page.getByLabel('Status', { exact: true }).selectOption('rejected')],
      ['startDate', '2026-11-01', () => page.getByLabel('Start Date').fill('2026-11-01')],
      ['endDate', '2026-11-20', () => page.getByLabel('End Date').fill('2026-11-20')],
    ];
    for (const [name, value, act] of changes) {
      const turned = await callOf(page, 'GET', list, () => pages.getByRole('button', { name: 'Next' }).click());
      expect(turned.query['page']).toBe('2');
      const sums = page.waitForRequest((request) => request.url().includes('/api/conversion-reports/stats'));
      const { query } = await callOf(page, 'GET', list, async () => void (await act()));
      expect(query).toMatchObject({ page: '1', [name]: value });
      expect(new URL((await sums).url()).searchParams.get(name)).toBe(value);
    }
    expect(await page.getByLabel('Source', { exact: true }).locator('option').allTextContents()).toEqual([
      'All',
      'Postback',
      'Smart Poll',
      'Manual',
    ]);
    expect(await page.getByLabel('Event', { exact: true }).locator('option').allTextContents()).toEqual([
      'All',
      'Install',
      'Register',
      'Deposit',
    ]);
    expect(await page.getByLabel('Status', { exact: true }).locator('option').allTextContents()).toEqual([
      'All',
      'Approved',
      'Pending',
      'Rejected',
    ]);
  });

  await test.step('one page has no page numbers; none says so', async () => {
    await page.unroute(LIST);
    await answerLists(page, 4);
    await page.goto('/conversion-reports');
    await expect(page.getByRole('row').filter({ hasText: ROWS[0]!.clickId })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
    await page.unroute(LIST);
    await answerLists(page, 0);
    const again = await callOf(page, 'GET', list, () =>
      page.getByRole('button', { name: 'Refresh', exact: true }).click(),
    );
    expect(again.query).toMatchObject({ page: '1', limit: '20' });
    await said(page, 'No conversion reports found');
  });

  await test.step('Refresh shows what is new', async () => {
    await page.unroute(LIST);
    const older = { ...page20(3), conversions: ROWS.slice(1) };
    await during(page, LIST, answer(older), async () => {
      await page.goto('/conversion-reports');
      await expect(page.locator('tbody tr[data-row]')).toHaveCount(3);
    });
    await page.unroute(SUMS);
    await answerLists(page, 4);
    await callOf(page, 'GET', `${list}/stats`, () =>
      page.getByRole('button', { name: 'Refresh', exact: true }).click(),
    );
    await expect(page.getByRole('row').filter({ hasText: ROWS[0]!.clickId })).toBeVisible();
  });

  await test.step('sums that cannot be refreshed stay, and it is said with Retry', async () => {
    await during(page, SUMS, refuse('The sums rest'), async () => {
      await page.getByRole('button', { name: 'Refresh', exact: true }).click();
      await said(page, 'The sums rest');
      await said(page, '₹1,234.50');
    });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('The sums rest')).toHaveCount(0);
  });

  await test.step('lists and sums that do not come are said (decision 6)', async () => {
    await during(page, LIST, refuse('The reports rest'), async () => {
      await during(page, SUMS, speechless(), async () => {
        await page.goto('/conversion-reports');
        await said(page, 'Failed to load conversion reports: The reports rest');
        await said(page, 'The sums could not be loaded.');
      });
    });
  });
  await page.goto('about:blank');
  complaints.splice(0);
});

test('the details of a conversion have the sections of the specification', async ({ page, world, complaints }) => {
  await signIn(page, world);
  await answerLists(page);
  const window = page.getByRole('dialog', { name: 'Conversion Details' });
  const section = (name: string) => window.getByRole('region', { name, exact: true });
  const details = (index: number) => `**/api/conversion-reports/${ROWS[index]!.conversionId}`;

  await test.step('with a UPI ID in p1 and both kinds of raw data', async () => {
    const conversion = { ...ROWS[0]!, externalData: { sale: '99' }, smartPollData: { events: ['install'] } };
    await page.route(details(0), answer({ success: true, conversion }));
    await page.goto('/conversion-reports');
    await page.getByRole('link', { name: `Details: ${ROWS[0]!.clickId}` }).click();
    await expect(section('Basic Information')).toContainText('Install the game');
    await expect(section('IP & Location Information')).toContainText('203.0.113.8');
    await expect(section('IP & Location Information')).toContainText('India');
    await expect(section('Payment Information')).toContainText('asha.rao-1_x@okaxis');
    await expect(section('Tracking Parameters (P1 to P6)')).toContainText('six');
    await expect(section('Payout Information')).toContainText('₹12.50');
    await expect(section('Payout Information')).toContainText('₹0.00');
    await expect(section('Timestamps')).toContainText('2026');
    await expect(section('External Postback Data').locator('pre')).toHaveText('{\n  "sale": "99"\n}');
    await expect(section('Smart Poll Detection Data')).toContainText('"install"');
    await window.getByRole('button', { name: 'Close' }).last().click();
    await expect(window).toHaveCount(0);
  });

  await test.step('without them', async () => {
    await page.route(
      details(1),
      answer({ success: true, conversion: { ...ROWS[1]!, externalData: null, smartPollData: null } }),
    );
    await page.getByRole('link', { name: `Details: ${ROWS[1]!.clickId}` }).click();
    await expect(section('Tracking Parameters (P1 to P6)')).toContainText('a@b@c');
    for (const name of ['Payment Information', 'External Postback Data', 'Smart Poll Detection Data'])
      await expect(section(name)).toHaveCount(0);
    await window.getByRole('button', { name: 'Close' }).first().click();
    await expect(window).toHaveCount(0);
  });

  await test.step('that do not come: refused without a word, and no answer at all', async () => {
    for (const [how, text] of [
      [speechless(), 'Failed to fetch conversion details'],
      [answer({ success: false }), 'Failed to fetch conversion details'],
      [refuse('The details rest'), 'The details rest'],
      [ABORT, 'Error fetching conversion details'],
    ] as const) {
      await during(page, details(2), how, async () => {
        await page.goto(`/conversion-reports?conversion=${ROWS[2]!.conversionId}`);
        await expect(window.getByRole('alert')).toContainText(text);
        await expect(window.getByRole('button', { name: 'Retry' })).toBeVisible();
      });
    }
  });
  await page.goto('about:blank');
  complaints.splice(0);
});

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
