import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { groupDigits, rupeesFromPaise, type Paise } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { ConfigError, type Config } from '#platform/config/index.ts';
import { archiveOf } from '#platform/embedded-backup/index.ts';
import { useEmbeddedPostgres } from '#platform/embedded-postgresql/index.ts';
import { openDatabase, type Database } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';

/** Opens the database for one operator command, even while a server runs, and closes it afterwards. */
export async function useDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
  { as = 'server' }: { readonly as?: 'server' | 'owner' } = {},
): Promise<Result> {
  // A mistyped folder must not create a new, empty database.
  if (config.DATABASE_URL === undefined && !existsSync(join(config.DATA_DIR, 'pg', 'data')))
    throw new ConfigError(`DATA_DIR contains no database: ${config.DATA_DIR}`);
  const embedded =
    config.DATABASE_URL === undefined
      ? await useEmbeddedPostgres({ dataDir: config.DATA_DIR, archiveTo: archiveOf(config) })
      : undefined;
  try {
    const owner = embedded?.ownerUrl ?? config.DATABASE_OWNER_URL ?? config.DATABASE_URL;
    const connectionString = as === 'owner' ? owner : (embedded?.url ?? config.DATABASE_URL);
    const database = openDatabase(
      { connectionString, max: 2, application_name: 'muneem-command' },
      createLogger('warn'),
    );
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}

/** Formats ₹1,234.50. */
export function showRupees(amount: Paise): string {
  const text = rupeesFromPaise(amount).toFixed(2);
  return `₹${groupDigits(Number(text.slice(0, -3)))}${text.slice(-3)}`;
}

/** Runs a command. Prints a failure in one line after the command's name, and exits with 1 if it is refused, else 2. */
export async function runCommand(name: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const isRefused = error instanceof AppError;
    const text = isRefused ? error.userMessage : (error as Error).message;
    process.stderr.write(`${text.replaceAll(/^/gm, `${name}: `)}\n`);
    process.exitCode = isRefused ? 1 : 2;
  }
}
