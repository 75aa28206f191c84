import type { Tab } from './postbacks.queries.ts';

/** The texts of Postback Management. Texts of document 001 are word for word. */
export const copy = {
  edit: 'Edit offer',
  toDashboard: 'Go to the dashboard',
  offerFailed: 'Failed to fetch offer details',
  urlsFailed: 'Failed to fetch postback URLs',
  statsFailed: 'Failed to fetch postback stats',
  tabs: {
    system: 'System URLs',
    custom: 'Custom Postbacks',
    analytics: 'Analytics',
    log: 'Log',
  } satisfies Record<Tab, string>,
  cards: {
    label: 'Custom postbacks in numbers',
    totalPostbacks: 'Total Postbacks',
    companies: 'Companies',
    totalFired: 'Total Fired',
    successRate: 'Success Rate',
    active: (count: string) => `${count} active`,
    waiting: (count: string) => `${count} waiting to be sent`,
    failed: (count: string) => `${count} given up`,
    allDelivered: 'nothing given up',
    nothingFired: 'nothing sent yet',
  },
  system: 'System URLs',
  link: 'Tracking link',
  linkHint: 'Your app opens it. Replace USER_ID with the ID of the user in your app. Add p1 to p6 if you need them.',
  token: 'Global security token',
  tokenHint:
    'Give the URLs below to the ad network. They contain this token, or the offer’s own token. The network replaces {click_id}.',
  payout: 'Payout',
  share: (percent: number, coins: string) => `${percent}% of ${coins}`,
  pays: (what: string, coins: string) => `${what} = ${coins}`,
  cap: 'Daily cap',
  count: 'Current count',
  remaining: 'Remaining',
  full: ' · Cap reached',
  url: (event: string) => `Postback URL of ${event}`,
  empty: 'This offer has no events',
  emptyText: 'Add an event in the offer form. Each event has its own URL.',
} as const;
