// covers 000-2.18
import type { Attention } from '@muneem/contract/stats';
import { expect, test } from 'vitest';
import { attentionItems } from './attention.ts';

const QUIET: Attention = {
  pendingWithdrawals: { count: 0, amount: 0 },
  failedPayouts: { count: 0, amount: 0 },
  stuckPayouts: { count: 0, amount: 0 },
  payoutDifferences: { open: 0, paidTwice: 0 },
  pendingClaims: 0,
  openProblems: 0,
  failingPostbacks: { total: 0, worst: [] },
  owedReversals: { count: 0, coins: 0 },
  losingOffers: { total: 0, worst: [] },
  ledgerBreach: null,
};

test('shows nothing if nothing needs attention', () => {
  expect(attentionItems(QUIET)).toEqual([]);
});

test('lists money at risk first and links each item to its filtered screen', () => {
  const items = attentionItems({
    pendingWithdrawals: { count: 12, amount: 2_400.5 },
    failedPayouts: { count: 1, amount: 100 },
    stuckPayouts: { count: 2, amount: 300 },
    payoutDifferences: { open: 3, paidTwice: 1 },
    pendingClaims: 10_001,
    openProblems: 1,
    failingPostbacks: {
      total: 7,
      worst: [
        { _id: 'a', companyName: 'Acme', offerId: 'ofr_1', offerTitle: 'Rummy', failuresInRow: 20, isPaused: true },
        { _id: 'b', companyName: 'Beta', offerId: 'ofr_2', offerTitle: 'Ludo', failuresInRow: 4, isPaused: false },
      ],
    },
    owedReversals: { count: 2, coins: 130 },
    contradictions: 2,
    losingOffers: {
      total: 1,
      worst: [{ offerId: 'ofr_3', offerTitle: 'Chess', conversions: 40, withoutRevenue: 0, revenue: 300, payout: 400 }],
    },
    unknownUsers: {
      total: 6,
      worst: [
        { offerId: 'ofr_1', offerTitle: 'Rummy', day: '2026-11-20', isToday: true, clicks: 1_200, unknown: 700 },
        { offerId: 'ofr_2', offerTitle: 'Ludo', day: '2026-11-19', isToday: false, clicks: 20, unknown: 2 },
      ],
    },
    ledgerBreach: { since: '2026-11-20T10:00:00Z', breaches: 1 },
  });
  expect(items.map(({ title, text, link }) => ({ title, text, ...link }))).toEqual([
    {
      title: 'The ledger does not balance',
      text: 'Payouts have been stopped since 20 Nov 2026, 3:30 pm',
      to: '/payouts',
    },
    {
      title: "3 differences from the provider's statement",
      text: 'Paid twice: 1',
      to: '/payouts',
      search: { view: 'reconciliation' },
    },
    {
      title: '2 payouts with an unknown outcome',
      text: '₹300.00',
      to: '/payouts',
      search: { 'a-kind': 'unknown' },
    },
    { title: '1 failed payout', text: '₹100.00', to: '/verify-withdrawals', search: { status: 'payment_failed' } },
    { title: '12 pending withdrawals', text: '₹2,400.50', to: '/verify-withdrawals' },
    {
      title: '2 contradictions of a network',
      text: 'An event was paid, and the network now says otherwise',
      to: '/contradictions',
    },
    {
      title: '2 outstanding reversals',
      text: '130 coins were spent before the network reversed them',
      to: '/clicks',
    },
    {
      title: 'Postbacks to Acme fail',
      text: 'Rummy: paused automatically',
      to: '/postback-urls/$id',
      params: { id: 'ofr_1' },
      search: { tab: 'custom', company: 'Acme' },
    },
    {
      title: 'Postbacks to Beta fail',
      text: 'Ludo: 4 failures in a row (and 5 more)',
      to: '/postback-urls/$id',
      params: { id: 'ofr_2' },
      search: { tab: 'custom', company: 'Beta' },
    },
    {
      title: 'Loses money: Chess',
      text: 'Revenue ₹300.00 for ₹400.00 paid, 40 conversions in 7 days',
      to: '/conversion-reports',
      search: { offer: 'ofr_3', by: 'event' },
    },
    {
      title: 'Clicks with an unknown user: Rummy',
      text: '700 of 1,200 clicks today',
      to: '/postback-urls/$id',
      params: { id: 'ofr_1' },
      search: { tab: 'analytics' },
    },
    {
      title: 'Clicks with an unknown user: Ludo',
      text: '2 of 20 clicks yesterday (and 4 more offers)',
      to: '/postback-urls/$id',
      params: { id: 'ofr_2' },
      search: { tab: 'analytics' },
    },
    { title: 'More than 10,000 offer claims', text: 'Waiting to be verified', to: '/verify-offer' },
    { title: '1 open problem', text: 'Waiting for a response', to: '/problems', search: { status: 'open' } },
  ]);
});
