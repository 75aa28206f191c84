import type { Locator } from '@playwright/test';
import { answer, callOf, during } from '../support/answers.ts';
import { answerLists } from '../support/conversion-lists.ts';
import { openPath } from '../support/open-path.ts';
import { conversionDetails, CONVERSIONS as ROWS, NO_REVENUE } from '../support/rows.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

/** A different value in every field, so that a misplaced value is noticed. */
const WHOLE = {
  ...ROWS[0]!,
  reason: 'Late',
  city: 'Pokhara',
  state: 'Gandaki',
  country: 'Nepal',
  userPayout: 12.5,
  referralPayout: 2.25,
  totalPayout: 1_014.75,
  coins: 1_500,
  p2: 'two',
  p3: 'three',
  p4: 'four',
  p5: 'five',
  p6: 'six',
  createdAt: '2026-11-20T19:00:00.000Z',
  approvedAt: '2026-11-21T06:30:05.000Z',
  externalData: { sale: '99', nested: { a: [1] } },
  smartPollData: { events: ['install'] },
  revenue: NO_REVENUE,
  contradictions: [],
};

/** The names and values of a section, line by line. */
const linesOf = (section: Locator): Promise<string[]> =>
  section
    .locator('dl > div')
    .evaluateAll((lines) => lines.map((line) => [...line.children].map((part) => part.textContent).join(': ')));

test('shows the specified sections of a conversion', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  await answerLists(page);
  const window = page.getByRole('dialog', { name: 'Conversion details' });
  const section = (name: string) => window.getByRole('region', { name, exact: true });
  const details = (index: number) => `**/api/conversion-reports/${ROWS[index]!.conversionId}`;
  const open = (index: number) => page.getByRole('link', { name: `Details: ${ROWS[index]!.clickId}` }).click();
  await openPath(page, '/conversion-reports');

  // covers 001-2.42 001-3.11 001-9.16
  await test.step('shows every value, with a UPI ID in p1 and both kinds of raw data', async () => {
    await page.route(details(0), answer({ success: true, conversion: WHOLE }));
    await open(0);
    await expect(section('Basic Information')).toBeVisible();
    await expect(window.getByRole('heading', { level: 3 })).toHaveText([
      'Basic Information',
      'IP & Location Information',
      'Payment Information',
      'Tracking Parameters (P1 to P6)',
      'Payout Information',
      'Revenue',
      'Timestamps',
      'External Postback Data',
      'Smart Poll Detection Data',
      // Not in the specification: the audit history (docs/decisions/audit-log.md).
      'History',
    ]);
    expect(await linesOf(section('Basic Information'))).toEqual([
      `Click ID: ${WHOLE.clickId}`,
      'Conversion ID: cnv_0',
      'User: Person 0',
      'Email: person0@mail.example',
      'Offer: Install the game',
      'Event: install',
      'Source: Postback',
      'Status: Approved',
      'Reason: Late',
    ]);
    expect(await linesOf(section('IP & Location Information'))).toEqual([
      'Click IP: 203.0.113.7',
      'Conversion IP: 203.0.113.8',
      'City: Pokhara',
      'State: Gandaki',
      'Country: Nepal',
    ]);
    expect(await linesOf(section('Payment Information'))).toEqual(['UPI ID: asha.rao-1_x@okaxis']);
    expect(await linesOf(section('Tracking Parameters (P1 to P6)'))).toEqual([
      'P1: asha.rao-1_x@okaxis',
      'P2: two',
      'P3: three',
      'P4: four',
      'P5: five',
      'P6: six',
    ]);
    expect(await linesOf(section('Payout Information'))).toEqual([
      'User Payout: ₹12.50',
      'Referral Payout: ₹2.25',
      'Total Payout: ₹1,014.75',
      'Coins: 1,500 coins',
      'Payment Status: Paid',
    ]);
    expect(await linesOf(section('Timestamps'))).toEqual([
      'Created: 21 Nov 2026, 12:30 am (Sat, 21 Nov 2026, 12:30:00 am IST (UTC+05:30))',
      'Approved: 21 Nov 2026, 12:00 pm (Sat, 21 Nov 2026, 12:00:05 pm IST (UTC+05:30))',
    ]);
    for (const [name, data] of [
      ['External Postback Data', WHOLE.externalData],
      ['Smart Poll Detection Data', WHOLE.smartPollData],
    ] as const)
      expect(await section(name).locator('pre').textContent()).toBe(JSON.stringify(data, null, 2));
    const history = await callOf(page, 'GET', '/api/audit', () =>
      section('History').getByRole('button', { name: 'Show history' }).click(),
    );
    expect(history.query).toMatchObject({ recordType: 'conversion', recordId: 'cnv_0' });
    await window.getByRole('button', { name: 'Close' }).last().click();
    await expect(window).toHaveCount(0);
  });

  // covers 001-2.42 001-9.14 001-9.16
  await test.step('omits empty sections', async () => {
    await during(page, details(1), answer(conversionDetails(ROWS[1]!)), async () => {
      await openPath(page, '/conversion-reports');
      await open(1);
      await expect(section('Tracking Parameters (P1 to P6)')).toContainText('a@b@c');
      for (const name of ['Payment Information', 'External Postback Data', 'Smart Poll Detection Data'])
        await expect(section(name)).toHaveCount(0);
      expect(await linesOf(section('Basic Information'))).toContain('Offer: Old campaign');
      expect(await linesOf(section('IP & Location Information'))).toContain('Country: India');
      expect((await linesOf(section('Payout Information'))).slice(0, 3)).toEqual([
        'User Payout: ₹0.00',
        'Referral Payout: ₹0.00',
        'Total Payout: ₹0.00',
      ]);
      // The X in the corner is the first one.
      await window.getByRole('button', { name: 'Close' }).first().click();
      await expect(window).toHaveCount(0);
    });
  });
});
