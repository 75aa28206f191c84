import { join } from 'node:path';
import { rename, rm } from 'node:fs/promises';
import { DAY_MS, daysBefore, type Clock } from '#platform/clock/index.ts';
import { useEmbeddedPostgres } from '#platform/embedded-postgresql/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { findManifest, findNewestBase, listBases, type Manifest } from './manifest.ts';
import { takeBackup } from './take-backup.ts';
import { archivedAt, compressSegments, deleteSegmentsBefore, listSegments, reachOf, segmentOf } from './wal-archive.ts';

const HOUR_MS = 3_600_000;
/** 02:30 in Asia/Kolkata is 21:00 UTC of the day before. */
const NIGHT_MS = 21 * HOUR_MS;
/** A nightly backup, and two hours for it. */
const STALE_BACKUP_MS = 26 * HOUR_MS;
/** PostgreSQL archives a segment every five minutes while anything changes. */
const STALE_WAL_MS = HOUR_MS;

/** Reads the age of the backups, for metrics and warnings. */
export async function readBackupState(backupDir: string) {
  const newest = await findNewestBase(backupDir);
  const last = (await listSegments(backupDir)).at(-1);
  return {
    /** End of the newest complete base backup. */
    backupAt: newest === null ? null : new Date(newest.finishedAt),
    /** The newest archived WAL segment. */
    walAt: last === undefined ? null : await archivedAt(backupDir, last),
  };
}

interface NightlyBackupOptions {
  readonly dataDir: string;
  readonly backupDir: string;
  readonly keepDays: number;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Compresses archived WAL. Takes a base backup if there is none since the last 02:30 (Asia/Kolkata), or if WAL is missing
 * since the newest one. Deletes what is older than `keepDays`. Warns of an old backup or archive. Safe to repeat.
 */
export async function keepBackups(options: NightlyBackupOptions): Promise<void> {
  const { dataDir, backupDir, keepDays, clock, logger, signal } = options;
  const now = clock.now();
  try {
    await compressSegments(backupDir);
    if (await isDue(backupDir, now, logger)) {
      const embedded = await useEmbeddedPostgres({ dataDir });
      const { folder, bytes } = await takeBackup({
        dataDir,
        superuserUrl: embedded.superuserUrl,
        to: backupDir,
        signal,
      });
      logger.info({ folder, bytes }, 'base backup taken');
    }
    await deleteOld(backupDir, daysBefore(now, keepDays), logger);
  } finally {
    await warnOfAge(backupDir, clock.now(), logger);
  }
}

async function isDue(backupDir: string, now: Date, logger: Pick<Logger, 'warn'>): Promise<boolean> {
  const manifest = await findNewestBase(backupDir);
  if (manifest === null) return true;
  const lastNight = Math.floor((now.getTime() - NIGHT_MS) / DAY_MS) * DAY_MS + NIGHT_MS;
  if (new Date(manifest.startedAt).getTime() < lastNight) return true;
  const { hasGap, last } = await reachOf(backupDir, manifest.lastSegment);
  if (hasGap)
    logger.warn({ after: last?.name ?? manifest.lastSegment }, 'archived WAL has a gap; taking a new base backup');
  return hasGap;
}

/** Keeps the newest base backup before the limit: times after the limit need it. Leaves damaged ones to the operator. */
async function deleteOld(backupDir: string, limit: Date, logger: Pick<Logger, 'warn'>): Promise<void> {
  const bases: { name: string; manifest: Manifest }[] = [];
  for (const name of await listBases(backupDir)) {
    const manifest = await findManifest(join(backupDir, name));
    if (manifest === null) logger.warn({ name }, 'a base backup is damaged: its manifest.json is missing or changed');
    else bases.push({ name, manifest });
  }
  const firstKept = Math.max(
    0,
    bases.findLastIndex(({ manifest }) => new Date(manifest.finishedAt) <= limit),
  );
  for (const { name } of bases.slice(0, firstKept)) {
    // A half-deleted backup must not look complete.
    await rename(join(backupDir, name), join(backupDir, `${name}.partial`));
    await rm(join(backupDir, `${name}.partial`), { recursive: true });
  }
  const oldest = bases[firstKept];
  if (oldest !== undefined) await deleteSegmentsBefore(backupDir, segmentOf(oldest.manifest.firstSegment)?.number ?? 0);
}

async function warnOfAge(backupDir: string, now: Date, logger: Pick<Logger, 'warn'>): Promise<void> {
  const { backupAt, walAt } = await readBackupState(backupDir);
  const isOlder = (at: Date | null, ms: number): boolean => at === null || now.getTime() - at.getTime() > ms;
  if (isOlder(backupAt, STALE_BACKUP_MS)) logger.warn({ backupAt }, 'the newest base backup is older than 26 hours');
  if (isOlder(walAt, STALE_WAL_MS)) logger.warn({ walAt }, 'no WAL was archived in the last hour');
}
