import { PROPOSALS_SHOWN, type ProposalStatus } from '@muneem/contract/proposals';

export const copy = {
  text: 'One person may not do this alone. Another administrator confirms or declines it.',
  which: 'Show',
  tab: (open: string) => ({ open: `Open (${open})`, all: 'All' }),
  columns: {
    title: 'Proposal',
    amount: 'Amount',
    by: 'Proposed by',
    expires: 'Expires',
    status: 'Status',
    actions: 'Actions',
  },
  statuses: {
    open: 'Waiting',
    confirmed: 'Confirmed',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
  } satisfies Record<ProposalStatus, string>,
  empty: { open: 'Nothing waits for a second person', all: 'Nothing has been proposed yet' },
  emptyText: 'A payment or a change above a limit appears here. The limits are in the settings.',
  failed: 'Failed to load the proposals: {message}',
  cutShort: `The newest ${PROPOSALS_SHOWN} proposals are shown.`,
  canConfirm: (names: string) => `${names} can confirm`,
  noDecider: 'No other administrator can confirm',
  noDeciderOfSome:
    'No other administrator can decide some of these. Invite one, or run `npm run reset-second-person` on the server.',
  noDeciderText:
    'No other administrator can decide this. Invite one, or run `npm run reset-second-person` on the server.',
  confirm: 'Confirm',
  decline: 'Decline',
  withdraw: 'Withdraw',
  confirming: {
    text: (title: string) => `Confirm “${title}”?`,
    note: (by: string) => `Proposed by ${by}. It is done at once and cannot be undone.`,
    verb: (amount: string) => `Confirm ${amount}`,
    failed: 'The proposal could not be confirmed. {message}',
    unknown:
      'The server did not respond. Checking the proposal… Nothing is done twice. You can close this window. A notice will show the result.',
    notDone: (cause: string) => `The proposal was not confirmed. ${cause}. You can safely try again.`,
    found: 'The proposal was confirmed.',
    otherwise: (status: string, by: string | null) =>
      `The server did not respond, but this proposal is now ${status}${by === null ? '' : ` by ${by}`}.`,
  },
  declining: {
    text: (title: string) => `Decline “${title}”? Nothing is done. Enter a reason:`,
    missing: 'Enter a reason.',
    failed: 'The proposal could not be declined. {message}',
  },
  withdrawing: {
    text: (title: string) => `Withdraw your proposal “${title}”? Nothing is done.`,
    failed: 'The proposal could not be withdrawn. {message}',
  },
  details: {
    title: 'Proposal',
    failed: 'Failed to load the proposal: {message}',
    missing: 'Proposal not found. Check the link.',
    amount: 'Amount',
    reason: 'Why a second person',
    status: 'Status',
    by: 'Proposed by',
    at: 'Proposed at',
    expires: 'Expires',
    deciders: 'Can confirm',
    decidedBy: 'Decided by',
    decidedAt: 'Decided at',
    decisionReason: 'Reason of the decision',
    record: 'Record',
    withdrawal: 'Open the withdrawal',
    you: (name: string) => `${name} (you)`,
  },
  limit: {
    one: (amount: string, limit: string) => `${amount} is above your limit of ${limit}.`,
    some: (count: string, limit: string) =>
      `${count} of these are above your limit of ${limit}. The run leaves them: approve each alone.`,
    run: (amount: string, limit: string) => `${amount} is above your limit of ${limit} for a bulk run.`,
    day: (amount: string, sum: string, limit: string) =>
      `With ${amount} you reach ${sum} today, above your limit of ${limit} for a day.`,
    restStays: 'The run leaves what is above it.',
    mustConfirm: (names: string) => `${names} must confirm.`,
    noDecider: 'No other administrator can confirm it.',
  },
} as const;
