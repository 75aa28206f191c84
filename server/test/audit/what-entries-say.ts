import { expect } from 'vitest';

/** New records have no `before`. */
const MADE = [
  'admins.accept-invitation',
  'admins.invite',
  'custom_postbacks.create',
  'networks.add_rate',
  'networks.create',
  'offer-claims.create',
  'offers.create',
  'problems.report',
  'users.create',
  'withdrawals.request',
];
/** Actions record what they did and to how many. The replaced values are secrets or have logs of their own. */
const DONE = [
  'auth.code_requested',
  'auth.end_other_sessions',
  'auth.password_changed',
  'auth.password_reset',
  'auth.reset_requested',
  'auth.sign_in',
  'custom_postbacks.test',
  'offers.fill-revenue',
  'postback_deliveries.resend',
  'postback_deliveries.resend_failed',
  'postbacks.replay',
  'settings.dismiss-set-up',
  'users.erase',
  'users.export-personal-data',
  'withdrawals.look-up',
];
/** A deleted record has no `after`. */
const GONE = ['admins.withdraw-invitation', 'custom_postbacks.delete', 'networks.delete_rate', 'problems.delete'];
/** The action and the record are enough: no other value changes. */
const NEITHER = [
  'auth.authenticator_begun',
  'auth.code_sent',
  'auth.end_session',
  'auth.recovery_codes_renewed',
  'auth.sign_out',
  'payouts.reconcile',
  'settings.reveal-api-key',
  'smart-poll.force',
  'smart-poll.run',
];

/** Whether an entry must have `before`, `after` or both. The default is both. */
export const sidesOf = (action: string): { before: boolean; after: boolean } => ({
  before: ![...MADE, ...DONE, ...NEITHER].includes(action),
  after: ![...GONE, ...NEITHER].includes(action),
});

const someCoins: unknown = expect.any(Number);
const someText: unknown = expect.stringMatching(/./);

/** Entries about money name both states, the amount and the reference. */
export const MONEY: Readonly<Record<string, readonly [before: object, after: object]>> = {
  'withdrawals.approve': [{ status: 'pending' }, { status: 'processing', referenceId: someText, amountPaise: 10_000 }],
  'withdrawals.retry-payment': [
    { status: 'payment_failed' },
    { status: 'processing', referenceId: someText, amountPaise: 10_000 },
  ],
  'withdrawals.reject': [{ status: 'pending' }, { status: 'rejected', returnedCoins: 100 }],
  'withdrawals.return-coins': [{ status: 'payment_failed' }, { status: 'rejected', returnedCoins: 100 }],
  'withdrawals.declare-not-paid': [
    { status: 'processing' },
    { status: 'payment_failed', referenceId: someText, reason: 'The bank says so' },
  ],
  'withdrawals.accept-transaction': [
    { transactionId: 'T-first' },
    { transactionId: 'T-second', referenceId: someText },
  ],
  'manual-payments.pay': [
    { status: 'clicked' },
    { status: 'completed', uid: someText, offerId: someText, coins: someCoins, transactionId: someText },
  ],
  'offer-claims.approve': [
    { status: 'pending' },
    { status: 'approved', uid: someText, offerId: someText, credited: someCoins },
  ],
  'offer-claims.reject': [
    { status: 'pending' },
    { status: 'rejected', uid: someText, offerId: someText, credited: 0, reason: 'It was not played.' },
  ],
  'reversals.write-off': [
    { status: 'owed' },
    { status: 'written_off', journalId: someCoins, coins: 100, reason: 'A good customer.' },
  ],
  'contradictions.reverse': [
    { status: 'approved' },
    {
      status: 'rejected',
      contradictionId: someCoins,
      times: 1,
      takenCoins: 100,
      owedCoins: 0,
      reason: 'A chargeback.',
    },
  ],
  'auto-payout.resume': [{ state: 'paused', reason: 'low_balance' }, { state: 'running' }],
  'settings.enable-auto-payout': [{ autoPayoutEnabled: false }, { autoPayoutEnabled: true }],
  'settings.disable-auto-payout': [{ autoPayoutEnabled: true }, { autoPayoutEnabled: false }],
};
