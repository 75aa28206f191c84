import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, readConfig } from '#platform/config/index.ts';
import { archiveOf, showTime, takeBackup } from '#platform/embedded-backup/index.ts';
import { useEmbeddedPostgres } from '#platform/embedded-postgresql/index.ts';
import { runCommand } from './operator-command.ts';

/** `npm run backup -- DIR`: adds a base backup of the embedded database to a folder. The server may run. */
async function main(): Promise<void> {
  const [folder = '', ...more] = process.argv.slice(2);
  if (folder === '' || more.length > 0) throw new ConfigError('give one folder: npm run backup -- /backups/muneem');
  const config = readConfig(process.env);
  const { DATA_DIR: dataDir, DATABASE_URL: external } = config;
  if (external !== undefined)
    throw new ConfigError(
      'this backs up the embedded database: with DATABASE_URL use pgBackRest, see docs/operating.md',
    );
  // A mistyped folder must not create a new, empty database.
  if (!existsSync(join(dataDir, 'pg', 'data'))) throw new ConfigError(`DATA_DIR contains no database: ${dataDir}`);
  const started = performance.now();
  const embedded = await useEmbeddedPostgres({ dataDir, archiveTo: archiveOf(config) });
  try {
    const { superuserUrl } = embedded;
    const backup = await takeBackup({ dataDir, superuserUrl, to: resolve(folder) });
    const seconds = (performance.now() - started) / 1000;
    const megabytes = backup.bytes / 1e6;
    process.stdout.write(
      `${backup.folder}: ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s (${(megabytes / seconds).toFixed(0)} MB/s).\n` +
        `It restores ${showTime(backup.finishedAt)}, and later times while the WAL archive of BACKUP_DIR is in the same folder.\n`,
    );
  } finally {
    await embedded.stop();
  }
}

await runCommand('backup', main);
