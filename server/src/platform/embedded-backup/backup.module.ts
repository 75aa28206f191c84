import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { keepBackups, readBackupState } from './nightly-backup.ts';

/** A base backup of a large database takes hours. Until then no other worker may start it again. */
const LONGEST_BACKUP_S = 12 * 3_600;

/** Keeps backups of the embedded database while BACKUP_DIR is set. */
export function backupModule({ config, clock, logger, restoredCopy }: Platform): FeatureModule {
  const { BACKUP_DIR: backupDir, BACKUP_KEEP_DAYS: keepDays, DATA_DIR: dataDir } = config;
  if (backupDir === undefined) return {};
  const stopping = new AbortController();
  const options = { dataDir, backupDir, keepDays, clock, logger, signal: stopping.signal };
  return {
    jobs: [
      {
        name: 'keep-backups',
        cron: '*/30 * * * *',
        expireInS: LONGEST_BACKUP_S,
        // An unconfirmed copy must not delete the original's backups.
        handle: async () => void (restoredCopy.isUnconfirmed() || (await keepBackups(options))),
      },
    ],
    background: { stop: () => stopping.abort() },
    metrics(metrics) {
      const age = (at: Date | null): number => (at === null ? Infinity : (clock.now().getTime() - at.getTime()) / 1000);
      metrics.server(() => readBackupState(backupDir), {
        muneem_backup_age_seconds: { help: 'Age of the newest base backup', of: ({ backupAt }) => age(backupAt) },
        muneem_wal_archive_age_seconds: {
          help: 'Age of the newest archived WAL segment',
          of: ({ walAt }) => age(walAt),
        },
      });
    },
  };
}
