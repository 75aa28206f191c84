import type { OwedReversal } from '@muneem/contract/evidence';
import { createOffer, deleteOffer, type Offer } from '@muneem/contract/offers';
import { getStats, type Attention } from '@muneem/contract/stats';
import { answer } from '../support/answers.ts';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';

const OWED: OwedReversal = {
  journalId: 1,
  kind: 'reward',
  uid: 'u-1',
  userName: 'Meera Nair',
  coins: 130,
  status: 'owed',
  owedSince: '2026-11-20T06:30:00.000Z',
  settledAt: null,
  settledBy: null,
  note: null,
  conversionId: 'cnv_1',
  clickId: '01KD0Z8Q7M3T5V9X1B2C4D6F8G',
  event: 'install',
  offerTitle: 'Rummy',
  balance: 5,
  claim: null,
};

const PICTURE = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/%3E';

const pageOf = (offers: readonly Offer[]) => ({
  success: true,
  offers,
  total: offers.length,
  totalOffers: offers.length,
});

test('shows each number on its card and each value in its table', async ({ page, world }) => {
  // Every field, as the server returns it.
  const { offer: pattern } = await world.call(createOffer, { body: offerBody('A pattern', { coins: 1 }) });
  await world.call(deleteOffer, { params: { id: pattern._id } });
  const like = (change: Partial<Offer>): Offer => ({ ...pattern, ...change });
  await signIn(page, world);
  const stats = await world.call(getStats, {});
  const totals = { totalUsers: 1_234_567, activeOffers: 12, completedOffers: 3_456, totalRewards: 98_765.5 };
  await page.route('**/api/stats', answer({ ...stats, ...totals }));
  await page.route(
    '**/api/offers/prime?*',
    answer(
      pageOf([
        like({ _id: 'p-1', type: 'prime', title: 'Rummy Stars', coins: 1_250, completedCount: 42, image: PICTURE }),
        like({ _id: 'p-2', type: 'prime', title: 'Asleep', completedCount: 150, isActive: false }),
      ]),
    ),
  );
  await page.route(
    '**/api/offers/regular?*',
    answer(pageOf([like({ _id: 'r-1', title: 'A day', coins: 1, completedCount: 1 })])),
  );
  await openPath(page, '/');

  // covers 000-1.2 000-2.12
  await test.step('shows four numbers, the last in rupees with a caption', async () => {
    const cards = page.getByRole('region', { name: 'Totals' }).locator(':scope > *');
    await expect(cards).toHaveText([
      'Total Users12,34,567',
      'Active Offers12PrimeRegular',
      'Completed Offers3,456',
      'Total Rewards₹98,765.50Total coins distributed to users',
    ]);
    const approved = '/conversion-reports?status=approved';
    const links = page.getByRole('region', { name: 'Totals' }).getByRole('link');
    for (const [index, path] of [
      '/users',
      '/prime-offers?status=active',
      '/regular-offers?status=active',
      approved,
      approved,
    ].entries())
      await expect(links.nth(index)).toHaveAttribute('href', path);
  });

  // covers 000-1.2 000-2.14 000-2.15 000-9.6
  await test.step('shows image, title, coins, badge and popularity of each offer', async () => {
    for (const [list, title, texts, percent] of [
      ['Prime Offers', 'Rummy Stars', ['1,250 coins', 'Active', '42 users'], 42],
      ['Prime Offers', 'Asleep', ['1 coin', 'Inactive', '150 users'], 100],
      ['Regular Offers', 'A day', ['1 coin', 'Active', '1 user'], 1],
    ] as const) {
      const row = page.getByRole('table', { name: list }).getByRole('row').filter({ hasText: title });
      for (const text of texts) await expect(row.getByText(text, { exact: true }), title).toBeVisible();
      const bar = row.locator('[aria-valuenow]');
      await expect(bar, title).toHaveAttribute('aria-valuenow', String(percent));
      const shares = await bar.evaluate((filled) => [filled.clientWidth, filled.parentElement!.clientWidth]);
      expect((shares[0]! / shares[1]!) * 100, `the bar of ${title}`).toBeCloseTo(percent, -1);
    }
    const prime = page.getByRole('table', { name: 'Prime Offers' });
    await expect(prime.getByRole('row').filter({ hasText: 'Rummy Stars' }).locator('img')).toHaveAttribute(
      'src',
      PICTURE,
    );
    await expect(prime.locator('img')).toHaveCount(1);
  });

  // covers 000-2.14 000-2.15
  await test.step('uses the same columns and actions in both tables', async () => {
    const columns = ['Image', 'Offer', 'Reward', 'Status', 'Popularity', 'Actions'];
    for (const name of ['Prime Offers', 'Regular Offers'])
      await expect(page.getByRole('table', { name }).getByRole('columnheader')).toHaveText(columns);
    const row = page.getByRole('table', { name: 'Regular Offers' }).getByRole('row').filter({ hasText: 'A day' });
    await expect(row.getByRole('link', { name: 'Edit A day' })).toHaveAttribute('href', '/edit-offer/r-1');
    await expect(row.getByRole('link', { name: 'Postback URLs of A day' })).toHaveAttribute(
      'href',
      '/postback-urls/r-1',
    );
    await row.getByRole('button', { name: 'Delete A day' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete "A day"?');
    await page.keyboard.press('Escape');
  });

  await test.step('links money at risk and failing postbacks to their screens', async () => {
    const offer = await makeTrackedOffer(world, 'Its postbacks fail');
    await offer.addPostback({ companyName: 'Branch' });
    await offer.addPostback({ companyName: 'Adjust & Co' });
    const offerId = offer.id;
    const postback = { _id: 'pb-1', offerId, offerTitle: offer.title, failuresInRow: 7, isPaused: false };
    const attention: Attention = {
      pendingWithdrawals: { count: 0, amount: 0 },
      failedPayouts: { count: 1, amount: 250 },
      stuckPayouts: { count: 2, amount: 1_234.5 },
      pendingClaims: 10_001,
      payoutDifferences: { open: 3, paidTwice: 1 },
      openProblems: 1,
      failingPostbacks: {
        total: 10,
        worst: [
          { ...postback, companyName: 'Branch' },
          { ...postback, _id: 'pb-2', companyName: 'Adjust & Co', isPaused: true },
          ...['Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh'].map((companyName) => ({
            ...postback,
            _id: companyName,
            companyName,
          })),
        ],
      },
      owedReversals: { count: 1, coins: 130 },
      contradictions: 2,
      losingOffers: {
        total: 1,
        worst: [{ offerId, offerTitle: 'Chess', conversions: 40, withoutRevenue: 0, revenue: 300, payout: 400 }],
      },
      unknownUsers: {
        total: 6,
        worst: [
          { offerId, offerTitle: 'Rummy', day: '2026-11-20', isToday: true, clicks: 1_200, unknown: 700 },
          { offerId: 'ofr_2', offerTitle: 'Ludo', day: '2026-11-19', isToday: false, clicks: 20, unknown: 2 },
        ],
      },
      ledgerBreach: { since: '2026-11-20T10:00:00Z', breaches: 1 },
    };
    const totals = { totalUsers: 1, activeOffers: 1, completedOffers: 0, totalRewards: 0 };
    await page.route('**/api/owed-reversals', answer({ success: true, owed: [OWED], total: 1, totalCoins: 130 }));
    await page.route('**/api/stats', answer({ ...totals, days: [], attention }));
    await openPath(page, '/');
    const waiting = page.getByRole('region', { name: 'Needs attention' });
    await expect(waiting.getByRole('link')).toHaveText([
      'The ledger does not balancePayouts have been stopped since 20 Nov 2026, 3:30 pm',
      "3 differences from the provider's statementPaid twice: 1",
      /^2 .*₹1,234\.50$/,
      /^1 .*₹250\.00$/,
      '2 contradictions of a networkAn event was paid, and the network now says otherwise',
      /^1 outstanding reversal130 coins/,
      /Branch.*Its postbacks fail: 7 failures in a row$/,
      /Adjust & Co.*Its postbacks fail: paused automatically$/,
      /Third/,
      /Fourth/,
      /Fifth/,
      'Loses money: ChessRevenue ₹300.00 for ₹400.00 paid, 40 conversions in 7 days',
      'Clicks with an unknown user: Rummy700 of 1,200 clicks today',
      'Clicks with an unknown user: Ludo2 of 20 clicks yesterday (and 4 more offers)',
      'More than 10,000 offer claimsWaiting to be verified',
      '1 open problemWaiting for a response',
    ]);
    for (const [at, path] of [
      [0, '/payouts'],
      [1, '/payouts?view=reconciliation'],
      [4, '/contradictions'],
      [11, `/conversion-reports?offer=${offerId}&by=event`],
      [12, `/postback-urls/${offerId}?tab=analytics`],
    ] as const)
      await expect(waiting.getByRole('link').nth(at)).toHaveAttribute('href', path);
    for (const [at, path, heading] of [
      [2, /\/payouts\?a-kind=unknown$/, 'Payouts'],
      [3, /\/verify-withdrawals\?status=payment_failed$/, /Verify Withdrawals/],
      [5, /\/clicks$/, 'Evidence'],
      [6, new RegExp(`/postback-urls/${offer.id}\\?tab=custom&company=Branch$`), /Postback Management/],
      [
        7,
        new RegExp(`/postback-urls/${offer.id}\\?tab=custom&company=Adjust(%20|\\+)%26(%20|\\+)Co$`),
        /Postback Management/,
      ],
    ] as const) {
      await waiting.getByRole('link').nth(at).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      if (at === 5)
        await expect(
          page.getByRole('row').filter({ hasText: 'Meera Nair' }).getByRole('link', { name: 'Evidence of the click' }),
        ).toHaveAttribute('href', `/clicks/${OWED.clickId}`);
      if (at >= 6) {
        // Only the failing one of the offer's two postbacks.
        await expect(page.getByRole('article')).toHaveCount(1);
        const name = at === 6 ? 'Branch, install' : 'Adjust & Co, install';
        await expect(page.getByRole('article', { name, exact: true })).toBeVisible();
      }
      await page.goBack();
    }

    await test.step('folds more than five failing postbacks and links each to its postback', async () => {
      const more = waiting.getByRole('button', { name: 'Show 2 more failing postbacks' });
      await expect(more).toHaveAttribute('aria-expanded', 'false');
      await more.focus();
      await page.keyboard.press('Enter');
      await expect(waiting.getByRole('link')).toHaveCount(18);
      await expect(waiting.getByRole('link').nth(11)).toHaveAttribute('href', /\?tab=custom&company=Sixth$/);
      await expect(waiting.getByRole('link').nth(12)).toContainText('7 failures in a row (and 3 more)');
      const fewer = waiting.getByRole('button', { name: 'Show fewer failing postbacks' });
      await expect(fewer).toBeFocused();
      await expectAccessible(waiting, 'what needs attention');
      await expectNoSidewaysScroll(page, 'what needs attention');
      await fewer.click();
      await expect(waiting.getByRole('link')).toHaveCount(16);
    });
    await world.call(deleteOffer, { params: { id: offer.id } });
  });
});
