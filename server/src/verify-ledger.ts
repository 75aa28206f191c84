import { systemClock } from '#platform/clock/index.ts';
import { readConfig } from '#platform/config/index.ts';
import type { Database } from '#platform/database/index.ts';
import { checkLedger, type LedgerReport } from '#features/ledger/index.ts';
import { openHolds } from '#features/withdrawals/index.ts';
import { runCommand, useDatabase } from './operator-command.ts';

/** `npm run verify-ledger`: checks every row and prints the result. Exits with 1 on a breach. The server may run. */
const main = (): Promise<void> => useDatabase(readConfig(process.env), verify);

async function verify(database: Database): Promise<void> {
  const started = performance.now();
  const report = await checkLedger(database, { clock: systemClock, openHolds });
  process.stdout.write(describe(report, performance.now() - started));
  if (report.breaches.length > 0) process.exitCode = 1;
}

const number = new Intl.NumberFormat('en-IN');
const ACCOUNT_NAMES = {
  rewards_issue: 'Rewards issued',
  wallet: 'In wallets',
  withdrawal_hold: 'Held for withdrawals',
  paid_out: 'Paid out',
  forfeited: 'Forfeited',
} as const;

function describe({ totals, wallets, newestJournal, breaches }: LedgerReport, ms: number): string {
  const accounts = Object.entries(ACCOUNT_NAMES).map(([account, name]) => {
    const { coins, postings } = totals[account as keyof typeof ACCOUNT_NAMES];
    return `  ${name.padEnd(21)}${number.format(coins).padStart(20)} coins ${number.format(postings).padStart(15)} postings`;
  });
  const outcome =
    breaches.length === 0
      ? ['The ledger is correct. Payouts may run.']
      : [
          'The ledger has errors. Payouts are stopped.',
          ...breaches.map(({ rule, message }) => `  ${rule}: ${message}`),
        ];
  return [
    `Ledger: ${number.format(wallets)} wallets, newest journal ${number.format(newestJournal)}, checked in ${(ms / 1000).toFixed(1)} s`,
    ...accounts,
    ...outcome,
    '',
  ].join('\n');
}

await runCommand('verify-ledger', main);
