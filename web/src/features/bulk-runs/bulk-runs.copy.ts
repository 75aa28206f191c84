import type { BulkRunKind, BulkRunOutcome, BulkRunStatus } from '@muneem/contract/bulk-runs';

/** The words of work on everything that matches. */
export const copy = {
  title: {
    'withdrawals.approve': 'Approve all that match',
    'withdrawals.reject': 'Reject all that match',
    'clicks.pay': 'Pay all that match',
  } satisfies Record<BulkRunKind, string>,
  working: {
    'withdrawals.approve': 'Approving withdrawals',
    'withdrawals.reject': 'Rejecting withdrawals',
    'clicks.pay': 'Paying clicks',
  } satisfies Record<BulkRunKind, string>,
  words: {
    done: 'Done',
    already: 'Already done',
    checking: 'Approved, checking',
    failed: 'Payment failed',
    refused: 'Not done',
  } satisfies Record<BulkRunOutcome, string>,
  status: {
    prepared: 'Not started.',
    running: 'It goes on at the server: this window may be closed, and the page too.',
    done: 'All have been decided.',
    cancelled: 'Cancelled: what is left is as it was.',
    stopped: 'Stopped by itself: what is left is as it was.',
  } satisfies Record<BulkRunStatus, string>,
  finished: 'Finished',
  approved: (withdrawals: string, amount: string) => `${withdrawals} approved, ${amount} in total.`,
  rejected: (withdrawals: string, coins: string) => `${withdrawals} rejected, ${coins} returned in total.`,
  paid: (clicks: string, coins: string) => `${clicks} paid, ${coins} in total.`,
  missing: 'This run does not exist, or was forgotten since. Check the link that led here.',
  results: 'Result of each',
  lost: 'How far it is cannot be read: {message} It goes on at the server.',
  cancel: 'Cancel the rest',
  cancelFailed: 'It could not be cancelled. {message}',
  goOn: (left: string) => `Go on with the ${left} left`,
  goOnFailed: 'It could not be taken up again. {message}',
  close: 'Close',
  show: 'Show',
  under: (working: string, decided: string, count: string) => `${working}: ${decided} of ${count}`,
  ended: (title: string, decided: string, bad: number) =>
    `${title}: ended, ${decided} decided${bad === 0 ? '' : `, ${bad} of them need a look`}.`,
} as const;
