/**
 * Backs up and restores the embedded database by PostgreSQL's own low-level API and WAL archive.
 * A replacement is pgBackRest on a PostgreSQL that the operator runs (docs/operating.md).
 */
export { backupModule } from './backup.module.ts';
export { BackupError } from './manifest.ts';
export { restoreBackup, RESTORING, unfinishedRestore } from './restore-backup.ts';
export { readRestoreTime, showTime } from './restore-time.ts';
export { takeBackup } from './take-backup.ts';
export { archiveOf } from './wal-archive.ts';
