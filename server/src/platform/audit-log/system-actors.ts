import type { Actor } from './audit-log.repository.ts';

const system = <Name extends string>(id: string, name: Name) => ({ kind: 'system', id, name }) as const;

/** All actors that are not people. Their names stand beside those of administrators, so no administrator may have one. */
export const SYSTEM_ACTORS = {
  autoPayout: system('auto-payout', 'Auto Payout'),
  cron: system('cron', 'External cron'),
  deliveries: system('deliveries', 'Deliveries'),
  identityProvider: system('identity-provider', 'Identity provider'),
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

/** Makes names equal that a reader cannot tell apart: it drops invisible characters, extra blanks and letter case. */
export const nameAsSeen = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const NAMES = new Set(Object.values(SYSTEM_ACTORS).map(({ name }) => nameAsSeen(name)));

export const isSystemName = (name: string): boolean => NAMES.has(nameAsSeen(name));
