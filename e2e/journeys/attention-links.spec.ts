import type { OwedReversal } from '@muneem/contract/evidence';
import { deleteOffer } from '@muneem/contract/offers';
import type { Attention } from '@muneem/contract/stats';
import { answer } from '../support/answers.ts';
import { allowConsoleErrors, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
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

test('links money at risk and failing postbacks to their screens', async ({ page, world }) => {
  allowConsoleErrors();
  const admin = await world.signIn();
  const offer = await makeTrackedOffer(admin, world, 'Its postbacks fail', [
    { eventName: 'install', eventPayout: 10, eventCap: 100 },
  ]);
  await offer.addPostback({ companyName: 'Branch' });
  await offer.addPostback({ companyName: 'Adjust & Co' });
  const postback = { _id: 'pb-1', offerId: offer.id, offerTitle: offer.title, failuresInRow: 7, isPaused: false };
  const attention: Attention = {
    pendingWithdrawals: { count: 0, amount: 0 },
    failedPayouts: { count: 1, amount: 250 },
    stuckPayouts: { count: 2, amount: 1_234.5 },
    pendingClaims: 0,
    payoutDifferences: { open: 0, paidTwice: 0 },
    openProblems: 0,
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
    ledgerBreach: null,
  };
  const totals = { totalUsers: 1, activeOffers: 1, completedOffers: 0, totalRewards: 0 };
  await page.route('**/api/owed-reversals', answer({ success: true, owed: [OWED], total: 1, totalCoins: 130 }));
  await page.route('**/api/stats', answer({ ...totals, attention }));
  await signIn(page, world, '/');
  const waiting = page.getByRole('region', { name: 'Needs attention now' });
  await expect(waiting.getByRole('link')).toHaveText([
    /^2 .*₹1,234\.50$/,
    /^1 .*₹250\.00$/,
    /^1 outstanding reversal130 coins/,
    /Branch.*Its postbacks fail: 7 failures in a row$/,
    /Adjust & Co.*Its postbacks fail: paused automatically$/,
    /Third/,
    /Fourth/,
    /Fifth/,
  ]);
  for (const [at, path, heading] of [
    [0, /\/payouts\?a-kind=unknown$/, 'Payments'],
    [1, /\/verify-withdrawals\?status=payment_failed$/, /Verify Withdrawals/],
    [2, /\/clicks$/, 'Evidence'],
    [3, new RegExp(`/postback-urls/${offer.id}\\?tab=custom&company=Branch$`), /Postback Management/],
    [
      4,
      new RegExp(`/postback-urls/${offer.id}\\?tab=custom&company=Adjust(%20|\\+)%26(%20|\\+)Co$`),
      /Postback Management/,
    ],
  ] as const) {
    await waiting.getByRole('link').nth(at).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    if (at === 2)
      await expect(
        page.getByRole('row').filter({ hasText: 'Meera Nair' }).getByRole('link', { name: 'Evidence of the click' }),
      ).toHaveAttribute('href', `/clicks/${OWED.clickId}`);
    if (at >= 3) {
      // Only the failing one of the offer's two postbacks.
      await expect(page.getByRole('article')).toHaveCount(1);
      const name = at === 3 ? 'Branch, install' : 'Adjust & Co, install';
      await expect(page.getByRole('article', { name, exact: true })).toBeVisible();
    }
    await page.goBack();
  }

  await test.step('folds more than five failing postbacks and links each to its postback', async () => {
    const more = waiting.getByRole('button', { name: 'Show 2 more failing postbacks' });
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(waiting.getByRole('link')).toHaveCount(10);
    await expect(waiting.getByRole('link').nth(8)).toHaveAttribute('href', /\?tab=custom&company=Sixth$/);
    await expect(waiting.getByRole('link').nth(9)).toContainText('7 failures in a row (and 3 more)');
    const fewer = waiting.getByRole('button', { name: 'Show fewer failing postbacks' });
    await expect(fewer).toBeFocused();
    await expectAccessible(page, 'what needs attention');
    await expectNoSidewaysScroll(page, 'what needs attention');
    await fewer.click();
    await expect(waiting.getByRole('link')).toHaveCount(8);
  });
  await admin.call(deleteOffer, { params: { id: offer.id } });
});
