import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#platform/clock/index.ts';
import { ConfigError, readConfig } from '#platform/config/index.ts';
import { useEmbeddedPostgres } from '#platform/database/embedded.ts';
import { openDatabase, type Database } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { checkLedger, type LedgerReport } from '#features/ledger/index.ts';
import { openHolds } from '#features/withdrawals/index.ts';

/** `npm run verify-ledger`: looks at every row, prints what it found, and ends with 1 on a breach. Runs beside the server. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  // A mistyped folder must not be answered by a new, empty database.
  if (config.DATABASE_URL === undefined && !existsSync(join(config.DATA_DIR, 'pg')))
    throw new ConfigError(`DATA_DIR holds no database: ${config.DATA_DIR}`);
  const embedded =
    config.DATABASE_URL === undefined ? await useEmbeddedPostgres({ dataDir: config.DATA_DIR }) : undefined;
  try {
    const connection = embedded?.connection ?? { connectionString: config.DATABASE_URL };
    const database = openDatabase({ ...connection, max: 2 }, createLogger('warn'));
    try {
      process.exitCode = await verify(database);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}

async function verify(database: Database): Promise<number> {
  const started = performance.now();
  const report = await checkLedger(database, { clock: systemClock, openHolds });
  process.stdout.write(describe(report, performance.now() - started));
  return report.breaches.length === 0 ? 0 : 1;
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
      ? ['Everything adds up. Payouts may run.']
      : [
          'The books do NOT add up. Payouts are stopped.',
          ...breaches.map(({ rule, message }) => `  ${rule}: ${message}`),
        ];
  return [
    `Ledger: ${number.format(wallets)} wallets, newest journal ${number.format(newestJournal)}, checked in ${(ms / 1000).toFixed(1)} s`,
    ...accounts,
    ...outcome,
    '',
  ].join('\n');
}

try {
  await main();
} catch (error) {
  const reason = error instanceof ConfigError ? error.message : (error as Error).message;
  process.stderr.write(`${reason.replaceAll(/^/gm, 'verify-ledger: ')}\n`);
  process.exitCode = 2;
}
