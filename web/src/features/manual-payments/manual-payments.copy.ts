import type { ClickStatus } from '@muneem/contract/clicks';
import type { ClickSearchType } from '@muneem/contract/manual-payments';

/** With one full stop at its end, whatever it came with. */
const sentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** The words of Manually pay coin to clicks; those of document 001 as they stand there. */
export const copy = {
  title: 'Manually pay coin to clicks',
  refresh: 'Refresh',
  clear: 'Clear',
  history: 'History',
  search: 'Search clicks',
  searchType: 'Search type',
  searchTypes: {
    general: 'General',
    click_id: 'Click ID',
    offer_name: 'Offer name',
    event_name: 'Event name',
    pcid: 'PCID',
    p1: 'P1',
    p2: 'P2',
    p3: 'P3',
    p4: 'P4',
    p5: 'P5',
    p6: 'P6',
    upi: 'UPI',
  } satisfies Record<ClickSearchType, string>,
  columns: {
    clickId: 'Click ID',
    user: 'User',
    offer: 'Offer',
    status: 'Status',
    upi: 'UPI ID',
    reward: 'Reward Amount',
    date: 'Date',
    pay: 'Pay',
  },
  anonymous: 'Anonymous',
  nobody: 'no wallet to credit',
  empty: 'No clicks to pay',
  emptyText: 'Clicks that are pending, clicked or in progress appear here.',
  noMatch: 'No clicks found',
  failed: 'Failed to load clicks: {message}',
  more: (count: string) => `There are more than ${count} clicks: the newest are shown. Search to narrow them down.`,
  window: (count: string) => `PCID, P1 to P6 and UPI are searched among the newest ${count} unpaid clicks.`,
  pay: 'Pay',
  payAll: (count: string) => `Pay All (${count})`,
  payAllTip: 'Pays the clicks on this page',
  paying: {
    title: 'Confirm Payment',
    text: (coins: string, user: string) => `Pay ${coins} to ${user}?`,
    anonymous: 'Mark this click as paid? It has no known user: no wallet is credited.',
    note: 'The click is marked paid and the coins are added. This cannot be undone.',
    verb: (coins: string) => `Pay ${coins}`,
    markVerb: 'Mark as paid',
    failed: 'Failed to mark click as paid',
    error: 'Error marking click as paid. Please try again.',
    unknown:
      'No answer came, so it is not known whether this click was paid. It is being checked: nothing is sent again. You may close this, the result comes as a notice.',
    /** A message of the server is the text and the cause: it is said once. */
    notDone: (text: string, cause: string) =>
      [
        ...new Set([sentence(text), sentence(cause)]),
        'It was checked: the click is not paid, and paying again is safe.',
      ].join(' '),
    done: (coins: string, user: string) => `${coins} paid to ${user}.`,
  },
  matching: {
    button: (count: string) => `Pay all ${count} that match`,
    text: (count: string) => `Pay all ${count} that match? This cannot be undone.`,
    note: 'Only what matches now is meant; what comes in later is not.',
    cutShort: (most: string) => `More than ${most} match: these are the newest ${most}.`,
    startUnknown:
      'No answer came, so it is not known whether the work has started. It is being checked: nothing is sent again.',
    startNotDone: (cause: string) => `The work was not started. ${sentence(cause)} Trying again is safe.`,
    startFailed: 'Failed to process pay all. {message}',
  },
  all: {
    title: 'Pay All: final confirmation',
    none: 'No clicks to process payment for',
    text: (count: string) => `Pay all ${count} on this page? This cannot be undone.`,
    verb: (count: string) => `Pay ${count}`,
    clicks: 'Total clicks',
    coins: 'Total coins',
    users: 'Unique users',
    list: 'Clicks to pay',
    failed: 'Failed to process pay all',
    error: 'Error processing pay all. Please try again.',
  },
  run: {
    title: 'Pay All',
    working: 'Paying clicks',
    done: (paid: string, coins: string) => `${paid} paid, ${coins} in total.`,
    failed: (count: string) => `${count} not paid.`,
    notSent: 'Not sent.',
    unknown: 'Not known whether it was paid. Paying again is safe: a click is paid once.',
    results: 'Result of each click',
    paid: 'Paid',
    notPaid: 'Not paid',
    unknownWord: 'Unknown',
    close: 'Close',
  },
  past: {
    title: 'Manual Payment History',
    search: 'Search by click, user, offer or transaction',
    columns: {
      date: 'Paid At',
      clickId: 'Click ID',
      user: 'User',
      offer: 'Offer',
      coins: 'Coins',
      transaction: 'Transaction ID',
      by: 'Paid By',
    },
    empty: 'No click has been paid by hand yet',
    noMatch: 'No manual payments found',
    failed: 'Failed to load the manual payment history: {message}',
  },
} as const;

export const CLICK_STATUS_LABELS: Readonly<Record<ClickStatus, string>> = {
  pending: 'Pending',
  clicked: 'Clicked',
  in_progress: 'In Progress',
  completed: 'Completed',
  failed: 'Failed',
};
