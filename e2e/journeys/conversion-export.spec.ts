import {
  ABORT,
  answer,
  callOf,
  closeNotice,
  downloadOf,
  during,
  expectExactText,
  expectText,
  failSilently,
  holdBack,
  refuse,
} from '../support/answers.ts';
import { answerLists, LIST, list, page20 } from '../support/conversion-lists.ts';
import { openPath } from '../support/open-path.ts';
import { readWorkbook, SIXTEEN_COLUMNS } from '../support/read-workbook.ts';
import { CONVERSIONS as ROWS } from '../support/rows.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';
import { avoidMidnight } from '../support/avoid-midnight.ts';

// covers 000-1.3
test('exports two days to Excel with up to 10,000 rows and the specified names and columns', async ({
  page,
  world,
}) => {
  allowConsoleErrors();
  await signIn(page, world);
  await answerLists(page);
  await openPath(page, '/conversion-reports?source=postback&event=install&status=approved');
  const window = page.getByRole('dialog', { name: 'Export Conversion Reports' });
  const start = window.getByLabel('Start Date');
  const end = window.getByLabel('End Date');
  const submit = window.getByRole('button', { name: 'Export' });
  const open = () => page.getByRole('button', { name: 'Export', exact: true }).click();
  await avoidMidnight();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());

  // covers 001-2.43 001-5.13
  await test.step('requires both days, neither later than today', async () => {
    await open();
    await expect(submit).toBeDisabled();
    await start.fill(today);
    await expect(submit).toBeDisabled();
    await end.press('Enter');
    await expectExactText(page, 'Please select both start and end dates');
    await closeNotice(page);
    await start.fill('');
    await end.fill(today);
    await expect(submit).toBeDisabled();
    await start.press('Enter');
    await expectExactText(page, 'Please select both start and end dates');
    await closeNotice(page);
    for (const [first, last] of [
      [today, '2099-01-01'],
      ['2099-01-01', '2099-01-01'],
    ] as const) {
      await start.fill(first);
      await end.fill(last);
      await expectText(page, 'Dates cannot be later than today');
      await expect(submit).toBeDisabled();
      await start.fill(today);
      await end.fill(today);
      await expect(submit).toBeEnabled();
    }
  });

  // covers 001-2.43
  await test.step('closes with Cancel or X and clears the days', async () => {
    for (const name of ['Cancel', 'Close']) {
      await start.fill(today);
      await end.fill(today);
      await window.getByRole('button', { name }).click();
      await expect(window).toHaveCount(0);
      await open();
      await expect(start).toHaveValue('');
      await expect(end).toHaveValue('');
    }
  });

  await start.fill('2026-11-01');
  await end.fill('2026-11-20');
  // covers 001-5.14 001-8.25
  await test.step('reports an empty result and a failure', async () => {
    await during(page, LIST, answer(page20(0)), async () => {
      await submit.click();
      await expectExactText(page, 'No data found for the selected date range');
      await closeNotice(page);
    });
    for (const [how, text] of [
      [failSilently(), 'Error exporting data. Please try again.'],
      [ABORT, 'Error exporting data. Please try again.'],
      [refuse('Too many exports at once'), 'Too many exports at once'],
    ] as const)
      await during(page, LIST, how, async () => {
        await submit.click();
        await expectExactText(page, text);
        await closeNotice(page);
      });
  });

  // covers 001-2.43
  await test.step('cancels a running export on close, without message or file', async () => {
    const release = await holdBack(page, LIST, answer(page20(0)));
    // Not a refetch of the list below.
    const asked = page.waitForRequest((it) => new URL(it.url()).pathname === list && it.url().includes('limit=10000'));
    await submit.click();
    const request = await asked;
    await expect(window.getByRole('button', { name: 'Exporting...' })).toBeDisabled();
    const ended = page.waitForEvent('requestfailed', (it) => it === request);
    await window.getByRole('button', { name: 'Cancel' }).click();
    await ended;
    await open();
    await start.fill('2026-11-01');
    await end.fill('2026-11-20');
    release();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(start).toHaveValue('01/11/2026');
    await page.unroute(LIST);
    await answerLists(page);
  });

  // covers 001-7.34 001-8.26 001-9.13 001-9.15
  await test.step('writes the file with the chosen days and filters', async () => {
    const { name, file, result } = await downloadOf(page, () => callOf(page, 'GET', list, () => submit.click()));
    expect(result.query).toEqual({
      startDate: '2026-11-01',
      endDate: '2026-11-20',
      limit: '10000',
      source: 'postback',
      event: 'install',
      status: 'approved',
    });
    expect(name).toBe('conversion_reports_2026-11-01_to_2026-11-20.xlsx');
    await expectExactText(page, 'Successfully exported 4 conversions to Excel');
    const { sheets, rows } = readWorkbook(file);
    expect(sheets).toEqual(['Conversion Reports']);
    expect(rows[0]).toEqual(SIXTEEN_COLUMNS);
    expect(rows).toHaveLength(5);
    expect(rows[1]).toEqual([
      ROWS[0]!.clickId,
      'cnv_0',
      'Person 0',
      'person0@mail.example',
      'Install the game',
      'install',
      'postback',
      'approved',
      12.5,
      13.75,
      '203.0.113.7',
      '203.0.113.8',
      'Pune',
      'Maharashtra',
      'India',
      // 00:30 on 21 November 2026 in Asia/Kolkata, as a workbook date.
      expect.closeTo(46_347 + 0.5 / 24, 6),
    ]);
  });

  // covers 001-9.14
  await test.step('writes the default country, a payout of 0, and the campaign as the offer name', async () => {
    await open();
    await start.fill('2026-11-01');
    await end.fill('2026-11-20');
    const answered = answer({ ...page20(1), conversions: [ROWS[1]!] });
    const { file } = await during(page, LIST, answered, () => downloadOf(page, () => submit.click()));
    await expectText(page, 'Successfully exported 1 conversions to Excel');
    const { rows } = readWorkbook(file);
    expect(Object.fromEntries(SIXTEEN_COLUMNS.map((name, at) => [name, rows[1]?.[at]]))).toMatchObject({
      Country: 'India',
      'User Payout': 0,
      'Total Payout': 0,
      'Offer Name': 'Old campaign',
    });
  });

  await test.step('exports 2,000 rows into one file', async () => {
    await open();
    await start.fill('2026-11-01');
    await end.fill('2026-11-20');
    const conversions = Array.from({ length: 2_000 }, (_, at) => ({ ...ROWS[0]!, _id: `cnv_${at}` }));
    const answered = answer({ ...page20(2_000), conversions });
    const { file } = await during(page, LIST, answered, () => downloadOf(page, () => submit.click()));
    await expectText(page, 'Successfully exported 2000 conversions to Excel');
    expect(readWorkbook(file).rows).toHaveLength(2_001);
  });

  // covers 001-7.34
  await test.step('applies and names the other filters of the screen, and reports a truncated file', async () => {
    await openPath(
      page,
      '/conversion-reports?offer=ofr_1&city=Pune%2C%20Maharashtra%2C%20India&search=asha&startDate=2026-10-01',
    );
    await open();
    await expect(window).toContainText(
      'These filters of the screen apply too: Offer ofr_1, City Pune, Maharashtra, India, “asha”.',
    );
    await start.fill('2026-11-01');
    await end.fill('2026-11-20');
    const days = { startDate: '2026-11-01', endDate: '2026-11-20', limit: '10000' };
    const asked = () => callOf(page, 'GET', list, () => submit.click());
    const { result } = await during(page, LIST, answer(page20(12_000)), () => downloadOf(page, asked));
    expect(result.query).toEqual({ ...days, offer: 'ofr_1', city: 'Pune, Maharashtra, India', search: 'asha' });
    await expectExactText(
      page,
      'The file contains the newest 4 of 12000 conversions. Choose fewer days, or choose “All that match” for all of them. It uses the days and filters of the screen.',
    );
  });

  await test.step('exports all filtered rows', async () => {
    const files = '**/api/exports/conversions.*';
    const filters = { source: 'postback', event: 'install', status: 'approved', offer: 'ofr_1', search: 'asha' };
    const days = { startDate: '2026-10-01', endDate: '2026-11-20' };
    await openPath(page, `/conversion-reports?${new URLSearchParams({ ...filters, ...days, city: 'Pune, MH' })}`);
    const exportAll = page.getByRole('button', { name: 'Export all rows' });
    const choose = async (format: string): Promise<void> => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('dialog').getByText('All that match').click();
      await exportAll.click();
      await page.getByRole('menuitem', { name: format }).click();
    };
    await page.route(files, (route) => route.fulfill({ body: 'rows' }));
    for (const [format, ending] of [
      ['Excel (.xlsx)', 'xlsx'],
      ['CSV (.csv)', 'csv'],
    ] as const) {
      const asked = () => callOf(page, 'GET', `/api/exports/conversions.${ending}`, () => choose(format));
      const { name, file, result } = await downloadOf(page, asked);
      const exportId = expect.stringMatching(/./) as unknown;
      expect(result.query).toEqual({ ...filters, ...days, city: 'Pune, MH', exportId });
      expect(name).toBe(`conversion_reports_2026-10-01_to_2026-11-20.${ending}`);
      expect(file.toString('utf8')).toBe('rows');
    }
  });
});
