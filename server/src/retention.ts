import { systemClock } from '#platform/clock/index.ts';
import { ConfigError, readConfig, type Config } from '#platform/config/index.ts';
import type { Database } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { applyRetention, previewRetention, type RetainedKind } from '#platform/retention/index.ts';
import { findOpenRestore } from '#platform/restored-copy/index.ts';
import { retainedKinds } from './retained-kinds.ts';
import { runCommand, useDatabase } from './operator-command.ts';

/**
 * `npm run retention`: archives and drops what is old enough, as the nightly job does. `-- --preview` changes nothing.
 */
async function main(): Promise<void> {
  const [option, ...more] = process.argv.slice(2);
  if (more.length > 0 || (option !== undefined && option !== '--preview'))
    throw new ConfigError('use npm run retention, or npm run retention -- --preview');
  const config = readConfig(process.env);
  return useDatabase(config, async (database) => {
    if (option === undefined && (await findOpenRestore(database)) !== null)
      throw new ConfigError(
        'this is a restored copy, which must not replace the archives of the original: run npm run confirm-restore first',
      );
    for (const kind of retainedKinds(config))
      for (const text of option === undefined ? await apply(database, config, kind) : await preview(database, kind))
        process.stdout.write(`${text}\n`);
  });
}

const number = new Intl.NumberFormat('en-IN');
const day = (at: Date): string => at.toISOString().slice(0, 10);
const nothing = ({ table, days }: RetainedKind): string =>
  `${table}: ${days === 0 ? 'kept without limit' : `no month is older than ${days} days`}`;

async function preview(database: Database, kind: RetainedKind): Promise<string[]> {
  const months = await previewRetention({ database, clock: systemClock }, kind);
  if (months.length === 0) return [nothing(kind)];
  return months.map(
    ({ table, month, rows, bytes, from, until }) =>
      `${table} ${month}: ${number.format(rows)} rows, about ${(bytes / 1e6).toFixed(1)} MB, from ${day(from)} until ${day(until)} (UTC)`,
  );
}

async function apply(database: Database, config: Config, kind: RetainedKind): Promise<string[]> {
  const dependencies = { database, clock: systemClock, logger: createLogger('warn'), archiveDir: config.ARCHIVE_DIR };
  const dropped = await applyRetention(dependencies, kind);
  return dropped.length === 0 ? [nothing(kind)] : dropped.map((month) => `${kind.table} ${month}: dropped`);
}

await runCommand('retention', main);
