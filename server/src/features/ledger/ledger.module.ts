import type { Sql } from '#platform/database/index.ts';
import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { createLedgerChecker } from './check-ledger.ts';
import { findLedgerStatus } from './ledger-checks.repository.ts';
import { ledgerMail } from './ledger-mail.ts';

interface LedgerModuleDependencies extends Platform {
  readonly systemName: () => string;
  /** Address for alerts. Empty: none. */
  readonly alertsTo: () => string;
  /** Rows (user_id, coins): the coins that each open withdrawal holds. */
  readonly openHolds: Sql;
}

export function ledgerModule({ mailer, alertsTo, systemName, ...rest }: LedgerModuleDependencies): FeatureModule {
  const checker = createLedgerChecker({
    ...rest,
    onChange: (report) => {
      const to = alertsTo();
      if (to !== '') mailer.sendLater(ledgerMail(report, { to, systemName: systemName() }));
    },
  });
  return {
    metrics: (metrics) =>
      metrics.cluster(() => findLedgerStatus(rest.database), {
        muneem_cluster_ledger_check_age_seconds: {
          help: 'Time since the last check of the ledger',
          of: (status) => status && (rest.clock.now().getTime() - status.checkedAt.getTime()) / 1000,
        },
        muneem_cluster_ledger_breach: {
          help: '1 while a breach of the ledger stops payouts',
          of: (status) => status && Number(status.breachedAt !== null),
        },
      }),
    jobs: [{ name: 'check-ledger', cron: '* * * * *', handle: async () => void (await checker.check()) }],
  };
}
