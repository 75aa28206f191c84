import { deleteOffer } from '@muneem/contract/offers';
import type { Attention } from '@muneem/contract/stats';
import { signInAdmin } from '@muneem/sandbox/product';
import { answer } from '../support/answers.ts';
import { expect, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';
import { ADMIN } from '../support/world.ts';

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });

test('money at risk and postbacks that fail are links to where they are dealt with', async ({
  page,
  world,
  complaints,
}) => {
  const admin = await signInAdmin({ url: world.product.url, mailbox: world.mailbox, ...ADMIN });
  const offer = await makeTrackedOffer(admin, world, 'Its postbacks fail', [
    { eventName: 'install', eventPayout: 10, eventCap: 100 },
  ]);
  await offer.addPostback({ companyName: 'Branch' });
  const postback = { _id: 'pb-1', offerId: offer.id, offerTitle: offer.title, failuresInRow: 7, isPaused: false };
  const attention: Attention = {
    pendingWithdrawals: { count: 0, amount: 0 },
    failedPayouts: { count: 1, amount: 250 },
    stuckPayouts: { count: 2, amount: 1_234.5 },
    pendingClaims: 0,
    payoutDifferences: { open: 0, paidTwice: 0 },
    openProblems: 0,
    failingPostbacks: {
      total: 9,
      worst: [
        { ...postback, companyName: 'Branch' },
        { ...postback, _id: 'pb-2', companyName: 'Adjust', isPaused: true },
      ],
    },
    owedReversals: { count: 0, coins: 0 },
    ledgerBreach: null,
  };
  const totals = { totalUsers: 1, activeOffers: 1, completedOffers: 0, totalRewards: 0 };
  await page.route('**/api/stats', answer({ ...totals, attention }));
  await signIn(page, world);
  const waiting = page.getByRole('region', { name: 'Needs attention now' });
  await expect(waiting.getByRole('link')).toHaveText([
    /^2 .*₹1,234\.50$/,
    /^1 .*₹250\.00$/,
    /Branch.*Its postbacks fail: 7 failures in a row$/,
    /Adjust.*Its postbacks fail: switched off by itself \(and 7 more\)$/,
  ]);
  for (const [at, path, heading] of [
    [0, /\/payouts\?a-kind=unknown$/, 'Payments'],
    [1, /\/verify-withdrawals\?status=payment_failed$/, /Verify Withdrawals/],
    [2, new RegExp(`/postback-urls/${offer.id}\\?tab=custom$`), /Postback Management/],
  ] as const) {
    await waiting.getByRole('link').nth(at).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    if (at === 2)
      await expect(page.getByRole('tabpanel').getByText('Branch').filter({ visible: true }).first()).toBeVisible();
    await page.goBack();
  }
  await admin.call(deleteOffer, { params: { id: offer.id } });
  await page.goto('about:blank');
  complaints.splice(0);
});
