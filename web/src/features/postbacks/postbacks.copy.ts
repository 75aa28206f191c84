import type { Tab } from './postbacks.queries.ts';

const TABS: Readonly<Record<Tab, string>> = {
  system: 'System URLs',
  custom: 'Custom Postbacks',
  analytics: 'Analytics',
  log: 'Log',
};

/** The words of the per-offer postback screen; those of document 001 as they stand there. */
export const copy = {
  edit: 'Edit offer',
  offerFailed: 'Failed to fetch offer details',
  urlsFailed: 'Failed to fetch postback URLs',
  statsFailed: 'Failed to fetch postback stats',
  tabs: TABS,
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
  token: 'Global security token',
  tokenHint: 'Every postback must carry it. Give the addresses below to the ad network and let it fill in {click_id}.',
  payout: 'Payout',
  cap: 'Daily cap',
  count: 'Current count',
  remaining: 'Remaining',
  full: ' · Cap reached',
  url: (event: string) => `Postback URL of ${event}`,
  none: 'This offer has no events',
  noneText: 'Add an event in the offer form; each event gets an address of its own.',
} as const;
