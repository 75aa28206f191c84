import type { Actor } from './audit-log.repository.ts';

const system = <Name extends string>(id: string, name: Name) => ({ kind: 'system', id, name }) as const;

/** All actors that are not people. Their names stand beside those of administrators, so no administrator may have one. */
export const SYSTEM_ACTORS = {
  autoPayout: system('auto-payout', 'Auto Payout'),
  cron: system('cron', 'External cron'),
  deliveries: system('deliveries', 'Deliveries'),
  ledgerChecker: system('ledger-checker', 'Ledger checker'),
  /** A person with a shell on the server. */
  operator: system('operator', 'Operator of the machine'),
  payoutProvider: system('payouts', 'Payout provider'),
  postback: system('postback', 'Postback'),
  retention: system('retention', 'Retention'),
  reversals: system('reversals', 'Reversals'),
  schedule: system('smart_poll', 'Schedule'),
  smartPoll: system('smart_poll', 'Smart poll'),
  start: system('start', 'System'),
} as const satisfies Record<string, Actor>;

const NAMES = new Set(Object.values(SYSTEM_ACTORS).map(({ name }) => name.toLowerCase()));

export const isSystemName = (name: string): boolean => NAMES.has(name.toLowerCase());
