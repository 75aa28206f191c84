import { answer, callOf, during, refuse, expectText, expectExactText, failSilently } from '../support/answers.ts';
import { answerLists, LIST, list, page20, SUMS } from '../support/conversion-lists.ts';
import { openPath } from '../support/open-path.ts';
import { hidePage } from '../support/page-visibility.ts';
import { CONVERSIONS as ROWS } from '../support/rows.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

// covers 001-1.6
test('lists conversions with totals, filters and pages as specified', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  await answerLists(page, 41);

  // covers 001-7.31 001-9.13
  await test.step('first requests page 1 with 20 rows and no empty filter', async () => {
    const first = await callOf(page, 'GET', list, () => openPath(page, '/conversion-reports'));
    expect(first.query).toMatchObject({ page: '1', limit: '20' });
    for (const name of ['source', 'event', 'status', 'startDate', 'endDate'])
      expect(Object.keys(first.query)).not.toContain(name);
  });

  // covers 001-1.7 001-2.39 001-3.11 001-4.20 001-9.14
  await test.step('summary cards, columns, badges, rupees', async () => {
    const sums = page.getByLabel('Totals of the filtered conversions');
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
    for (const [index, shown] of [
      [
        ROWS[0]!.clickId,
        'Person 0person0@mail.example',
        'Install the game',
        'install',
        'Postback',
        '₹12.50',
        'Approved',
      ],
      [ROWS[1]!.clickId, 'Person 1person1@mail.example', 'Old campaign', 'install', 'Smart Poll', '₹0.00', 'Pending'],
    ].entries()) {
      const cells = row(index).getByRole('cell');
      for (const [at, text] of [...shown, '21 Nov 2026, 12:30 am'].entries())
        await expect(cells.nth(at)).toContainText(text);
      await expect(cells.nth(8).getByRole('link', { name: `Details: ${shown[0]}` })).toBeVisible();
    }
    for (const [index, badges] of [
      ['Postback green', 'Approved green'],
      ['Smart Poll blue', 'Pending yellow'],
      ['Manual yellow', 'Rejected red'],
      ['Postback green', 'Cutbacked dark'],
    ].entries()) {
      const shown = row(index).locator('[data-color]');
      expect(
        await shown.evaluateAll((all) =>
          all.map((badge) => `${badge.textContent} ${badge.getAttribute('data-color')}`),
        ),
      ).toEqual(badges);
    }
  });

  // covers 001-2.40 001-4.16 001-4.18 001-7.31 001-7.32
  await test.step('pages; a filter change returns to page 1 and updates the totals', async () => {
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages.getByRole('button', { name: /^Page \d/ })).toHaveText(['1', '2', '3']);
    const changes: [name: string, value: string, act: () => Promise<unknown>][] = [
      ['source', 'smart_poll', () => page.getByLabel('Source', { exact: true }).selectOption('smart_poll')],
      ['event', 'deposit', () => page.getByLabel('Event', { exact: true }).selectOption('deposit')],
      ['status', 'rejected', () => page.getByLabel('Status', { exact: true }).selectOption('rejected')],
      ['startDate', '2026-11-01', () => page.getByLabel('Start Date').fill('2026-11-01')],
      ['endDate', '2026-11-20', () => page.getByLabel('End Date').fill('2026-11-20')],
    ];
    const chosen: Record<string, string> = {};
    for (const [name, value, act] of changes) {
      const next = pages.getByRole('button', { name: 'Next' });
      await callOf(page, 'GET', list, () => next.click(), { page: '2' });
      const asks = { [name]: value, page: '1' };
      const sums = callOf(page, 'GET', `${list}/stats`, async () => {}, { [name]: value });
      const { query } = await callOf(page, 'GET', list, async () => void (await act()), asks);
      chosen[name] = value;
      expect(query).toMatchObject({ ...chosen, page: '1', limit: '20' });
      expect((await sums).query).toEqual(chosen);
    }
    for (const [name, choices] of [
      ['Source', ['All', 'Postback', 'Smart Poll', 'Manual']],
      ['Event', ['All', 'Install', 'Register', 'Deposit']],
      ['Status', ['All', 'Approved', 'Pending', 'Rejected']],
    ] as const)
      await expect(page.getByLabel(name, { exact: true }).locator('option')).toHaveText(choices);
  });

  // covers 001-2.41
  await test.step('pages with Previous, the numbers and Next', async () => {
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const button = (name: string) => pages.getByRole('button', { name, exact: true });
    const stands = async (number: number): Promise<void> => {
      await expect(pages.locator('[aria-current="page"]')).toHaveText(`${number}`);
      expect(new URL(page.url()).searchParams.get('page') ?? '1').toBe(`${number}`);
    };
    await stands(1);
    await expect(button('Previous')).toBeDisabled();
    await callOf(page, 'GET', list, () => button('Page 3').click(), { page: '3' });
    await stands(3);
    await expect(button('Next')).toBeDisabled();
    await callOf(page, 'GET', list, () => button('Previous').click(), { page: '2' });
    await stands(2);
    // Fresh data is not requested again.
    await button('Previous').click();
    await stands(1);
    await button('Next').click();
    await stands(2);
  });

  // covers 001-2.41
  await test.step('shows no page numbers for one page, and a text for an empty list', async () => {
    await page.unroute(LIST);
    await answerLists(page, 4);
    await openPath(page, '/conversion-reports');
    await expect(page.getByRole('row').filter({ hasText: ROWS[0]!.clickId })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
    await page.unroute(LIST);
    await answerLists(page, 0);
    const again = await callOf(page, 'GET', list, () =>
      page.getByRole('button', { name: 'Refresh', exact: true }).click(),
    );
    expect(again.query).toMatchObject({ page: '1', limit: '20' });
    await expectExactText(page, 'No conversion reports found');
  });

  await test.step('Refresh loads new rows', async () => {
    await page.unroute(LIST);
    const older = { ...page20(3), conversions: ROWS.slice(1) };
    await during(page, LIST, answer(older), async () => {
      await openPath(page, '/conversion-reports');
      await expect(page.locator('tbody tr[data-row]')).toHaveCount(3);
      // A refresh asks again only after the first sums.
      await expectText(page, '₹1,234.50');
    });
    await page.unroute(SUMS);
    await answerLists(page, 4);
    await callOf(page, 'GET', `${list}/stats`, () =>
      page.getByRole('button', { name: 'Refresh', exact: true }).click(),
    );
    await expect(page.getByRole('row').filter({ hasText: ROWS[0]!.clickId })).toBeVisible();
  });

  await test.step('keeps stale totals and offers Retry after a failed refresh', async () => {
    await during(page, SUMS, refuse('The sums rest'), async () => {
      await page.getByRole('button', { name: 'Refresh', exact: true }).click();
      await expectText(page, 'The sums rest');
      await expectText(page, '₹1,234.50');
      // A visible screen may ask again, and take the button away.
      await hidePage(page);
    });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('The sums rest')).toHaveCount(0);
  });

  // covers 001-8.27
  await test.step('reports a failed list and failed totals', async () => {
    await during(page, LIST, refuse('The reports rest'), async () => {
      await during(page, SUMS, failSilently(), async () => {
        await openPath(page, '/conversion-reports');
        await expectText(page, 'Failed to load conversion reports: The reports rest');
        await expectText(page, 'The totals could not be loaded.');
      });
    });
  });
});
