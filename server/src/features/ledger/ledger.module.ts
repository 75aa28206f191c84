import type { Sql } from '#platform/database/index.ts';
import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { renderMail, type Mail } from '#platform/mailer/index.ts';
import { createLedgerChecker } from './check-ledger.ts';
import { findLedgerStatus } from './ledger-checks.repository.ts';
import type { LedgerReport } from './inspect-ledger.ts';

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

/** Mails the admin that payouts were stopped, or run again. */
export function ledgerMail({ breaches }: LedgerReport, { to, systemName }: { to: string; systemName: string }): Mail {
  if (breaches.length === 0) {
    return renderMail({
      to,
      systemName,
      subject: `${systemName}: payouts run again`,
      heading: 'Payouts run again',
      paragraphs: ['A full check of the ledger found no error.'],
      notes: ['Withdrawals can be approved again.'],
    });
  }
  return renderMail({
    to,
    systemName,
    subject: `${systemName}: payouts are stopped, the ledger does not balance`,
    heading: 'Payouts are stopped',
    paragraphs: [
      'The ledger check found an error. Payouts resume after a check without errors:',
      ...breaches.map(({ message }) => message),
    ],
    notes: ['On the server, "npm run verify-ledger" checks every row and prints the result.'],
  });
}
