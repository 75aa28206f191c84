import type { Page } from '@playwright/test';
import { answer } from './answers.ts';
import { WITHDRAWALS } from './rows.ts';

const LONG_NAME = 'Venkatanarasimharajuvaripeta Subramaniam Krishnamurthy';
const LONG_EMAIL = 'venkatanarasimharajuvaripeta.subramaniam@mailprovider.example';
const TIME = '2026-11-20T18:30:00.000Z';
const FLAGS = [
  { kind: 'owes_coins', count: 120, text: 'Owes 120 coins' },
  { kind: 'shared_upi', count: 3, text: '3 users have this UPI ID' },
  { kind: 'many_accounts_from_address', count: 4, text: '4 users clicked from one IP address' },
];

/** One row of each list with decisions, each text and number as long as they get. */
const WITHDRAWAL = {
  ...WITHDRAWALS[0],
  userName: LONG_NAME,
  userEmail: LONG_EMAIL,
  amount: 99_999.5,
  coins: 99_999,
  walletCoins: 1_23_456,
  flags: FLAGS,
  waitsBecause: 'The day limit of Auto Payout is used up, and the user has three warnings.',
  paymentMethod: { ...WITHDRAWALS[0]!.paymentMethod, upiId: 'venkatanarasimharajuvaripeta.subramaniam@okhdfcbank' },
};
const FAILED = {
  ...WITHDRAWAL,
  id: 'wd-failed',
  status: 'payment_failed',
  paymentError: 'The beneficiary bank did not accept the transfer before its cut-off time.',
  waitsBecause: null,
};
export const CLICK = {
  _id: '01JD0000000000000000000001',
  clickId: '01JD0000000000000000000001',
  userId: { _id: 'u-1', name: LONG_NAME, email: LONG_EMAIL },
  offerId: { _id: 'ofr_1', title: 'Install the rummy game and win three tables of points', coins: 32_000 },
  status: 'in_progress',
  upi: 'venkatanarasimharajuvaripeta.subramaniam@okhdfcbank',
  rewardCoins: 25_500,
  alreadyRewarded: null,
  createdAt: TIME,
};
const CLAIM = {
  id: 'clm_1',
  offerId: 'ofr_01JD0000000000000000000001',
  title: 'Install the rummy game and win three tables of points',
  offerType: 'prime',
  coins: 25_500,
  userId: 'user-with-a-long-identifier-0001',
  userName: LONG_NAME,
  date: TIME,
};
const PROBLEM = {
  id: 'prb_1',
  userId: 'u-1',
  userName: LONG_NAME,
  userEmail: LONG_EMAIL,
  title: 'My withdrawal of last week has not arrived in my bank account yet',
  description: 'I asked for it on Monday. The app says paid, but my bank shows nothing.',
  type: 'technical',
  status: 'in_progress',
  createdAt: TIME,
  updatedAt: TIME,
  resolvedAt: null,
};
const MESSAGE = 'The provider has not confirmed this payment for two days. Check it in the dashboard of the provider.';
const ATTENTION = {
  items: [
    {
      kind: 'payment_failed',
      withdrawal: FAILED,
      since: TIME,
      message: MESSAGE,
      sentElsewhere: false,
      actions: ['retry_payment', 'return_coins'],
    },
    {
      kind: 'unknown',
      withdrawal: { ...WITHDRAWAL, id: 'wd-unknown', status: 'processing' },
      since: TIME,
      message: MESSAGE,
      sentElsewhere: false,
      actions: ['look_up', 'declare_not_paid', 'accept_transaction'],
    },
  ],
  total: 2,
  counts: { unknown: 1, payment_failed: 1, reversed: 0 },
  alerts: [],
};
const DIFFERENCES = {
  differences: [
    {
      id: 'dif_1',
      kind: 'missing_at_provider',
      state: 'open',
      referenceId: 'MNM01JD00000000000000000000000001',
      ourAmount: 99_999.5,
      ourStatus: 'paid',
      theirAmount: 99_999.5,
      theirStatus: 'SUCCESS',
      message: 'We sent it. The statement does not have it.',
      lastSeenAt: TIME,
      reason: null,
    },
  ],
  total: 1,
  lastRun: null,
};

const OWED = {
  owed: [
    {
      journalId: 1,
      coins: 25_500,
      owedSince: TIME,
      uid: 'u-1',
      userName: LONG_NAME,
      balance: 99,
      offerTitle: CLAIM.title,
      event: 'first_deposit',
      clickId: CLICK.clickId,
    },
  ],
  total: 1,
  totalCoins: 25_500,
};

const CONTRADICTED = {
  contradictions: [
    {
      _id: 1,
      said: 'The network has not approved the event yet (conversion_status=waiting for the advertiser to confirm it).',
      times: 1_250,
      firstAt: TIME,
      lastAt: TIME,
      offerTitle: CLAIM.title,
      event: 'first_deposit',
      uid: 'u-1',
      userName: LONG_NAME,
      coins: 25_500,
      referralCoins: 2_550,
    },
  ],
  total: 1,
  totalCoins: 28_050,
};

const ADMINS = {
  admins: [
    {
      id: 'adm_1',
      email: LONG_EMAIL,
      name: LONG_NAME,
      status: 'active',
      lastSeenAt: TIME,
      openSessions: 12,
      hasAuthenticator: true,
      isYou: false,
    },
  ],
  invitations: [
    { id: 'inv_1', email: LONG_EMAIL, invitedBy: LONG_EMAIL, createdAt: TIME, expiresAt: TIME, expired: false },
  ],
};

const PROPOSALS = {
  proposals: [
    {
      id: 'pro_1',
      status: 'open',
      title: `Pay ₹99,999.50 to ${LONG_NAME} (venkatanarasimharajuvaripeta.subramaniam@okhdfcbank)`,
      reason: '₹99,999.50 is above the limit of ₹10,000 for one withdrawal.',
      amount: 99_999.5,
      proposedBy: LONG_NAME,
      proposedAt: TIME,
      expiresAt: TIME,
      decidedBy: null,
      decisionReason: null,
      isYours: false,
      whyNot: null,
      deciders: ['Asha Rao', LONG_NAME],
    },
  ],
  open: 1,
};

const page1 = { page: 1, limit: 50, total: 1 };
const withdrawalsOf = (row: object) => ({
  withdrawals: [row],
  total: 1,
  isCutShort: false,
  counts: { pending: 1, processing: 0, completed: 0, rejected: 0, payment_failed: 1 },
  pending: { coins: 99_999, amount: 99_999.5 },
  asOf: TIME,
});

export type DecisionList = readonly [path: string, call: string, answer: object];

/** The lists with decisions: path, its call, and the answer with rows as wide as they get. */
export const DECISION_LISTS: readonly DecisionList[] = [
  ['/verify-withdrawals', '**/api/withdrawals/all*', withdrawalsOf(WITHDRAWAL)],
  ['/verify-withdrawals?status=payment_failed', '**/api/withdrawals/all*', withdrawalsOf(FAILED)],
  ['/manual-pay', '**/api/clicks?*', { clicks: [CLICK], more: false, ...page1 }],
  ['/verify-offer', '**/api/offers/pending*', { offers: [CLAIM], ...page1 }],
  ['/problems', '**/api/problems?*', { problems: [PROBLEM], totalProblems: 1, openProblems: 1, ...page1 }],
  ['/payouts', '**/api/payouts/attention*', ATTENTION],
  ['/clicks', '**/api/owed-reversals*', OWED],
  ['/contradictions', '**/api/contradictions', CONTRADICTED],
  ['/second-person', '**/api/proposals?*', PROPOSALS],
  ['/admins', '**/api/admins', ADMINS],
  ['/payouts?view=reconciliation', '**/api/payouts/reconciliation?*', DIFFERENCES],
];

/** Answers the calls of one of these lists with its rows. */
export const listDecisions = (page: Page, [, call, json]: DecisionList): Promise<unknown> =>
  page.route(call, answer({ success: true, ...json }));
