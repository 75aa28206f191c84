import { ABORT, answer, callOf, during, refuse, said, speechless } from '../support/answers.ts';
import { answerLists, LIST, list, page20, SUMS } from '../support/conversion-lists.ts';
import { CONVERSIONS as ROWS } from '../support/rows.ts';
import { expect, signIn, test } from '../support/test.ts';

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });

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
