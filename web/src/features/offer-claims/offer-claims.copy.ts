import { formatCoins, formatCount, formatNoun } from '#lib/format.ts';

/** The texts of Verify Offers. Texts of document 001 are word for word. */
export const copy = {
  refresh: 'Refresh Offers',
  search: 'Search by title, offer id, user id or user name',
  period: 'Date',
  periods: { all: 'All', today: 'Today', week: 'This Week' },
  columns: {
    offerId: 'Offer ID',
    title: 'Title',
    type: 'Type',
    coins: 'Coins',
    user: 'User',
    evidence: 'Evidence',
    date: 'Date Submitted',
    actions: 'Actions',
  },
  types: { prime: 'Prime', regular: 'Regular' },
  evidence: {
    clicks: (count: number) => formatNoun(count, 'click', 'clicks'),
    noClicks: 'No click of this offer',
    events: (events: readonly string[], earned: number) =>
      events.length === 0 ? 'No event yet' : `${events.join(', ')} · ${formatCoins(earned)} earned`,
    note: (clicks: string, events: string) => `Evidence: ${clicks}. ${events}.`,
  },
  bulk: {
    approve: 'Approve selected',
    reject: 'Reject selected',
    select: (title: string, user: string) => `“${title}” of ${user}`,
    approveText: (count: string, coins: string) => `Approve ${count} and credit up to ${coins} in total?`,
    approveVerb: (count: string) => `Credit ${count}`,
    rejectText: (count: string) => `Reject ${count}? The users get no coins. Reason:`,
    rejectVerb: (count: string) => `Reject ${count}`,
    approving: 'Approving offers',
    rejecting: 'Rejecting offers',
    results: 'Result of each offer',
    approved: 'Approved',
    rejected: 'Rejected',
    refused: 'Not done',
    finished: 'Finished',
    done: (done: string, sum: string, refused: number) =>
      `${done} decided, ${sum} credited${refused === 0 ? '' : `, ${formatCount(refused)} not done`}.`,
  },
  empty: 'No pending offers found. Users need to complete offers to appear here.',
  noMatch: 'No pending offers match.',
  failed: 'Failed to load pending offers. Please try again.',
  approve: 'Approve',
  reject: 'Reject',
  approving: (coins: string, title: string) => `Approve “${title}” and credit ${coins}?`,
  approvingNote:
    'The coins are credited at once, minus the coins that the user’s clicks of this offer have earned. This cannot be undone.',
  rejecting: (title: string, user: string) => `Reject “${title}” of ${user}? The user gets no coins. Reason:`,
  reasonMissing: 'A reason is required to reject an offer.',
  processFailed: 'Failed to process the offer: {message}',
  outcomeUnknown:
    'The server did not respond. Checking the offer… Nothing is sent twice. You can close this window. A notice will show the result.',
  notDone: (cause: string) => `Failed to process the offer: ${cause}. Nothing was changed. You can safely try again.`,
  decidedOtherwise: (status: string, by: string | null) =>
    `The server did not respond, but this offer is now ${status}${by === null ? '' : ` by ${by}`}.`,
  approved: (coins: string, user: string) => `Offer approved: ${coins} credited to ${user}.`,
  approvedRest: (coins: string, user: string, promised: string) =>
    `Offer approved: ${coins} of ${promised} credited to ${user}. Their clicks of this offer had already earned the rest.`,
  rejected: 'Offer rejected successfully!',
} as const;
