import { answer, callOf, expectText, holdBack } from '../support/answers.ts';
import { answerLists, LIST, list, page20 } from '../support/conversion-lists.ts';
import { openPath } from '../support/open-path.ts';
import { NO_EARNINGS } from '../support/rows.ts';
import { expect, signIn, test } from '../support/test.ts';

const DAY_MS = 86_400_000;
const BREAKDOWN = '**/api/conversion-reports/breakdown*';
const group = (key: string, label: string, counts: readonly [number, number, number], totalPayout: number) => {
  const [postback, smart_poll, manual] = counts;
  const conversions = postback + smart_poll + manual;
  const sources = { postback, smart_poll, manual };
  return { ...NO_EARNINGS, key, label, conversions, approved: conversions - 1, totalPayout, sources };
};
const GROUPS = {
  day: [group('2026-11-18', '2026-11-18', [3, 1, 2], 1_250.5), group('2026-11-20', '2026-11-20', [5, 0, 1], 300)],
  offer: [group('ofr_1', 'Install the game', [6, 4, 2], 900)],
  event: [group('deposit', 'deposit', [9, 8, 7], 60)],
};

test('breaks down, searches and sorts conversions with chosen columns and days', async ({ page, world }) => {
  await signIn(page, world);
  await answerLists(page, 4);

  await test.step('keeps the layout when the chart loads, and a panel open when its button scrolls away', async () => {
    const comes = await holdBack(page, BREAKDOWN, answer({ success: true, groups: GROUPS.day }));
    await openPath(page, '/conversion-reports?by=day');
    await expect(page.locator('tbody tr[data-row]')).toHaveCount(4);
    const opens = page.getByRole('button', { name: 'View', exact: true });
    const before = (await opens.boundingBox())!.y;
    comes();
    await expect(page.getByRole('slider', { name: 'Conversions, revenue, payout and profit by day' })).toBeVisible();
    expect(Math.abs((await opens.boundingBox())!.y - before)).toBeLessThan(2);

    await opens.click();
    const view = page.getByRole('dialog', { name: 'View' });
    await expect(view).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 240 });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(opens).not.toBeInViewport();
    await expect(view).toBeVisible();
    await view.getByRole('button', { name: 'Reset view' }).click();
    await page.keyboard.press('Escape');
    await expect(view).toBeHidden();
    await expect(opens).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('filters by the clicked city of a breakdown and keeps it in the URL', async () => {
    const counts = { ...NO_EARNINGS, approved: 3, totalPayout: 30, sources: { postback: 3, smart_poll: 0, manual: 0 } };
    const pune = { key: 'Pune, Maharashtra, India', label: 'Pune, Maharashtra, India', conversions: 3, ...counts };
    const unknown = { key: '', label: 'Unknown city', rest: 'unknown', conversions: 1, ...counts };
    const groups = [pune, { ...pune, key: 'Kochi, Kerala, India', label: 'Kochi, Kerala, India' }, unknown];
    await page.route(BREAKDOWN, answer({ success: true, groups }));
    await openPath(page, '/conversion-reports?by=city');
    await expectText(page, unknown.label);
    await expect(page.getByRole('button', { name: unknown.label })).toHaveCount(0);

    const ofPune = page.getByRole('button', { name: pune.label });
    await callOf(page, 'GET', list, () => ofPune.click(), { city: pune.key, page: '1' });
    expect(new URL(page.url()).searchParams.get('city')).toBe(pune.key);
    await expectText(page, `City: ${pune.label}`);
    await page.getByRole('button', { name: 'Show all cities' }).click();
    await expect(page).not.toHaveURL(/[?&]city=/);

    await page.route(BREAKDOWN, answer({ success: true, groups: [unknown] }));
    await openPath(page, '/conversion-reports?by=city&status=approved');
    await expectText(page, 'No cities found');
  });

  await page.route(BREAKDOWN, (route) => {
    const by = new URL(route.request().url()).searchParams.get('by') as keyof typeof GROUPS;
    return route.fulfill({ json: { success: true, groups: GROUPS[by] } });
  });
  await openPath(page, '/conversion-reports?by=day');

  await test.step('shows every source and day, even without conversions', async () => {
    await page.getByRole('button', { name: 'Show as table' }).click();
    const table = page.getByRole('region', { name: 'Conversions, revenue, payout and profit by day: table' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Day',
      'Postback',
      'Smart Poll',
      'Manual',
      'Total Payout',
      'Revenue',
      'Profit',
    ]);
    await expect(table.locator('tbody tr')).toHaveText([
      'Selected days813₹1,550.50––',
      'Fri, 20 Nov 2026501₹300.00––',
      'Thu, 19 Nov 2026000₹0.00––',
      'Wed, 18 Nov 2026312₹1,250.50––',
    ]);
    const day = table.getByRole('button', { name: 'Wed, 18 Nov 2026' });
    const asks = { startDate: '2026-11-18', endDate: '2026-11-18', page: '1' };
    await callOf(page, 'GET', list, () => day.click(), asks);
  });

  await test.step('opens a day of the chart by keyboard', async () => {
    await page.getByRole('button', { name: 'Show as chart' }).click();
    const chart = page.getByRole('slider', { name: 'Conversions, revenue, payout and profit by day' });
    await chart.focus();
    await page.keyboard.press('End');
    await expect(chart).toHaveAttribute(
      'aria-valuetext',
      'Fri, 20 Nov 2026: Postback 5, Smart Poll 0, Manual 1, Total Payout ₹300.00, Revenue –, Profit –',
    );
    const asks = { startDate: '2026-11-20', endDate: '2026-11-20' };
    await callOf(page, 'GET', list, () => page.keyboard.press('Enter'), asks);
  });

  await test.step('filters by offer and event with a press on their row', async () => {
    await openPath(page, '/conversion-reports');
    const choose = (name: string) => page.getByRole('radiogroup', { name: 'Breakdown' }).getByText(name).click();
    await choose('By offer');
    const row = (label: string) => page.getByRole('row').filter({ has: page.getByRole('button', { name: label }) });
    await expect(row('Install the game').getByRole('cell')).toHaveText([
      'Install the game',
      '0',
      '12',
      '–',
      '–',
      '₹900.00',
      '–',
      '–',
      '–',
      '–',
    ]);
    const game = page.getByRole('button', { name: 'Install the game' });
    await callOf(page, 'GET', list, () => game.click(), { offer: 'ofr_1', page: '1' });
    await expectText(page, 'Offer: ofr_1');
    await choose('By event');
    const deposit = row('deposit').getByRole('button', { name: 'deposit' });
    await callOf(page, 'GET', list, () => deposit.click(), { offer: 'ofr_1', event: 'deposit' });
    await expect(page.getByLabel('Event', { exact: true })).toHaveValue('deposit');
    await page.getByRole('button', { name: 'Show all offers' }).click();
    await expect(page).not.toHaveURL(/[?&]offer=/);
  });

  await openPath(page, '/conversion-reports?by=day');
  const rows = page.locator('tbody tr[data-row]');
  await expect(rows).toHaveCount(4);

  await test.step('searches rows and totals, and says that the breakdown ignores the search', async () => {
    const sums = page.waitForRequest((request) => /\/stats\?.*search=asha/.test(request.url()));
    const search = page.getByPlaceholder('Search by click ID, user or email...');
    await callOf(page, 'GET', list, () => search.fill('asha'), { search: 'asha', page: '1' });
    await sums;
    await expect(page).toHaveURL(/[?&]search=asha/);
    await expectText(page, 'The breakdown uses the filters, not the search.');
    await page.unroute(LIST);
    await page.route(LIST, answer({ ...page20(4), isCutShort: true }));
    await search.fill('asha r');
    await expectText(page, /^More than [\d,]+ users match this search\. Rows and totals include only [\d,]+ of them\./);
    await search.fill('');
    await expect(page).not.toHaveURL(/[?&]search=/);
    await expect(page.getByText('The breakdown uses the filters')).toHaveCount(0);
  });

  await test.step('sorts by a heading: descending first, then ascending', async () => {
    const heading = (name: string) => page.getByRole('columnheader', { name, exact: true });
    for (const [name, asked, sort] of [
      ['Payout', { sort: 'userPayout', order: 'desc' }, 'descending'],
      ['Payout', { sort: 'userPayout', order: 'asc' }, 'ascending'],
      ['Date', { sort: 'createdAt', order: 'desc' }, 'descending'],
      ['Date', { sort: 'createdAt', order: 'asc' }, 'ascending'],
    ] as const) {
      await heading(name).getByRole('button').click();
      await expect(heading(name)).toHaveAttribute('aria-sort', sort);
      const order = { order: new URL(page.url()).searchParams.get('order') ?? 'desc' };
      expect({ sort: new URL(page.url()).searchParams.get('sort') ?? 'createdAt', ...order }).toEqual(asked);
    }
    const turned = await callOf(page, 'GET', list, async () => void (await page.reload()));
    expect(turned.query).toMatchObject({ sort: 'createdAt', order: 'asc' });
    await expect(heading('Event')).not.toHaveAttribute('aria-sort', /./);
  });

  await test.step('keeps columns and density after a reload and resets them', async () => {
    const table = page.getByRole('table', { name: 'Conversion Reports' });
    const heading = (name: string) => table.getByRole('columnheader', { name, exact: true });
    const row = rows.first();
    const looks = async (chosen: boolean): Promise<void> => {
      for (const name of ['City', 'Country']) await expect(heading(name)).toHaveCount(chosen ? 1 : 0);
      await expect(heading('Event')).toHaveCount(chosen ? 0 : 1);
      await expect(row.getByText('Pune', { exact: true })).toHaveCount(chosen ? 1 : 0);
      await expect(row.getByText('install', { exact: true })).toHaveCount(chosen ? 0 : 1);
    };
    const height = async () => (await row.boundingBox())!.height;
    await looks(false);
    const comfortable = await height();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    const view = page.getByRole('dialog', { name: 'View' });
    for (const name of ['City', 'Country']) await view.getByRole('checkbox', { name }).check();
    await view.getByRole('checkbox', { name: 'Event' }).uncheck();
    await view.getByText('Compact', { exact: true }).click();
    await looks(true);
    await expect.poll(height).toBeLessThan(comfortable);
    await page.reload();
    await looks(true);
    await expect.poll(height).toBeLessThan(comfortable);
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await expect(view.getByRole('radio', { name: 'Compact' })).toBeChecked();
    await view.getByRole('button', { name: 'Reset view' }).click();
    await looks(false);
    await expect.poll(height).toBe(comfortable);
    await page.reload();
    await looks(false);
  });

  await test.step('uses the Asia/Kolkata day for Today in a New York browser', async () => {
    // 00:30 in Kolkata is still the previous day in New York and in UTC. Mid-month, so that "Today" differs from "This
    // month".
    const at = new Date('2026-11-16T19:00:00.000Z');
    const day = (ago: number): string =>
      new Date(at.getTime() + 5.5 * 3_600_000 - ago * DAY_MS).toISOString().slice(0, 10);
    await page.clock.setFixedTime(at);
    await openPath(page, '/conversion-reports');
    await expect(rows.first()).toBeVisible();
    for (const [name, startDate, endDate] of [
      ['Today', day(0), day(0)],
      ['Yesterday', day(1), day(1)],
      ['Last 7 days', day(6), day(0)],
      ['This month', `${day(0).slice(0, 8)}01`, day(0)],
    ] as const) {
      const preset = page.getByRole('button', { name, exact: true });
      await callOf(page, 'GET', list, () => preset.click(), { startDate, endDate });
      await expect(preset).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByLabel('Start Date')).toHaveValue(startDate.split('-').toReversed().join('/'));
      await preset.click();
      await expect(page).not.toHaveURL(/Date=/);
    }
  });
});
