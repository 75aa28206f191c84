/** The words of Verify Offers; those of document 001 as they stand there. */
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
    date: 'Date Submitted',
    actions: 'Actions',
  },
  types: { prime: 'Prime', regular: 'Regular' },
  empty: 'No pending offers found. Users need to complete offers to appear here.',
  noMatch: 'No pending offers match.',
  failed: 'Failed to load pending offers. Please try again.',
  approve: 'Approve',
  reject: 'Reject',
  approving: (coins: string, title: string) => `Approve “${title}” and credit ${coins}?`,
  approvingNote:
    'The coins go to the wallet at once, less what clicks of this offer have earned the user. This cannot be undone.',
  rejecting: (title: string, user: string) => `Why is “${title}” of ${user} rejected? The user gets no coins.`,
  reasonMissing: 'A reason is required to reject an offer.',
  processFailed: 'Failed to process the offer: {message}',
  outcomeUnknown:
    'No answer came, so it is not known whether this was done. The offer is being checked: nothing is sent again. You may close this, the result comes as a notice.',
  notDone: (cause: string) =>
    `Failed to process the offer: ${cause}. It was checked: nothing was done, and trying again is safe.`,
  decidedOtherwise: (status: string, by: string | null) =>
    `The answer was lost. It was checked: this offer is ${status}${by === null ? '' : ` by ${by}`}.`,
  approved: (coins: string, user: string) => `Offer approved: ${coins} credited to ${user}.`,
  approvedRest: (coins: string, user: string, promised: string) =>
    `Offer approved: ${coins} of ${promised} credited to ${user}. Their clicks of this offer had earned the rest.`,
  rejected: 'Offer rejected successfully!',
} as const;
