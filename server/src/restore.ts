import { resolve } from 'node:path';
import { createSecretBox, WRONG_APP_SECRET } from '#platform/crypto/index.ts';
import { ConfigError, findAppSecrets, readConfig, type Config } from '#platform/config/index.ts';
import { openDatabase } from '#platform/database/index.ts';
import { BackupError, readRestoreTime, restoreBackup, RESTORING, showTime } from '#platform/embedded-backup/index.ts';
import type { EmbeddedPostgres } from '#platform/embedded-postgresql/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { markRestored } from '#platform/restored-copy/index.ts';
import { openHashKey } from '#platform/stored-secrets/index.ts';
import { findUsedSecret } from '#features/settings/index.ts';
import { runCommand } from './operator-command.ts';

const USAGE = 'give a folder and maybe a time: npm run restore -- /backups/muneem [--at "2026-11-22 14:00 IST"]';

/** `npm run restore -- DIR [--at TIME]`: restores a backup into an empty DATA_DIR and marks it as a restored copy. */
async function main(): Promise<void> {
  const [folder = '', flag, time, ...more] = process.argv.slice(2);
  if (
    folder === '' ||
    (flag !== undefined && flag !== '--at') ||
    (flag === '--at') !== (time !== undefined) ||
    more.length > 0
  )
    throw new ConfigError(USAGE);
  const config = readConfig(process.env);
  if (config.DATABASE_URL !== undefined)
    throw new ConfigError(
      'this restores the embedded database: with DATABASE_URL use pgBackRest, see docs/operating.md',
    );
  const started = performance.now();
  const { DATA_DIR: dataDir } = config;
  const { base, at, bytes, segments, hasGap } = await restoreBackup({
    from: resolve(folder),
    dataDir: resolve(dataDir),
    at: time === undefined ? undefined : readRestoreTime(time),
    finish: (restored, to) => finish(config, restored, to.at),
  });
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    `${base} was restored into ${dataDir}, to ${showTime(at)}: ${(bytes / 1e6).toFixed(0)} MB and ${segments} WAL segments ` +
      `in ${seconds.toFixed(1)} s (${(bytes / 1e6 / seconds).toFixed(0)} MB/s).\n` +
      'It is a restored copy: it pays, mails and delivers nothing until "npm run confirm-restore".\n' +
      'Everybody must sign in again. Sign-in codes are files in the folder outbox, and the log names them.\n',
  );
  if (hasGap && time === undefined)
    process.stdout.write('Later WAL was archived, but it cannot be used: a segment before it is missing.\n');
}

/** Checks the secret and marks the copy, before the folder becomes a DATA_DIR. */
async function finish(config: Config, { superuserUrl }: EmbeddedPostgres, at: Date): Promise<void> {
  const secrets = await findAppSecrets({ ...config, DATA_DIR: `${resolve(config.DATA_DIR)}/${RESTORING}` });
  if (secrets === null)
    throw new BackupError('The backup contains no app-secret: set the APP_SECRET with which it was made.');
  const database = openDatabase({ connectionString: superuserUrl, max: 1 }, createLogger('error'));
  try {
    const box = createSecretBox(secrets.APP_SECRET, secrets.APP_SECRET_PREVIOUS);
    const readable = findUsedSecret(database, box, secrets).then((used) => openHashKey(database, box, used));
    await readable.catch((error: Error) => {
      throw error.message === WRONG_APP_SECRET
        ? new BackupError('APP_SECRET is not the secret that encrypted this backup. Nothing was restored.')
        : error;
    });
    await markRestored(database, at);
  } finally {
    await database.close();
  }
}

await runCommand('restore', main);
