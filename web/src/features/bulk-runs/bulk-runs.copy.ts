import type { BulkRunKind, BulkRunOutcome, BulkRunStatus } from '@muneem/contract/bulk-runs';

export const copy = {
  title: {
    'withdrawals.approve': 'Approve withdrawals',
    'withdrawals.reject': 'Reject withdrawals',
    'clicks.pay': 'Pay clicks',
  } satisfies Record<BulkRunKind, string>,
  working: {
    'withdrawals.approve': 'Approving withdrawals',
    'withdrawals.reject': 'Rejecting withdrawals',
    'clicks.pay': 'Paying clicks',
  } satisfies Record<BulkRunKind, string>,
  words: {
    done: 'Done',
    already: 'Already done',
    checking: 'Being checked',
    failed: 'Payment failed',
    refused: 'Not done',
  } satisfies Record<BulkRunOutcome, string>,
  status: {
    prepared: 'Not started.',
    running: 'The server continues even if you close this window or leave the page.',
    done: 'All are decided.',
    cancelled: 'Cancelled. The rest is unchanged.',
    stopped: 'Stopped by an error. The rest is unchanged.',
  } satisfies Record<BulkRunStatus, string>,
  finished: 'Finished',
  approved: (withdrawals: string, amount: string) => `${withdrawals} approved, ${amount} in total.`,
  rejected: (withdrawals: string, coins: string) => `${withdrawals} rejected, ${coins} returned in total.`,
  paid: (clicks: string, coins: string) => `${clicks} paid, ${coins} in total.`,
  missing: 'Run not found. It may have been deleted.',
  results: 'Result of each',
  lost: 'The progress could not be loaded: {message} The server continues.',
  cancel: 'Cancel the rest',
  cancelFailed: 'The run could not be cancelled. {message}',
  goOn: (left: string) => `Continue with the remaining ${left}`,
  goOnFailed: 'The run could not be continued. {message}',
  close: 'Close',
  show: 'Show',
  under: (working: string, decided: string, count: string) => `${working}: ${decided} of ${count}`,
  ended: (title: string, decided: string, bad: number) =>
    `${title}: ended, ${decided} decided${bad === 0 ? '' : `, ${bad} of them need attention`}.`,
} as const;
