import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, realpath, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  startEmbeddedPostgres,
  NOBODY_UID,
  withClient,
  type EmbeddedPostgres,
} from '#platform/embedded-postgresql/index.ts';
import { copyFile } from './copy-file.ts';
import { BackupError, flush, flushAll, listBases, readManifest, type Manifest } from './manifest.ts';
import { showTime } from './restore-time.ts';
import { archivedAt, reachOf, segmentOf, walFolder } from './wal-archive.ts';

/** `DATA_DIR/restoring` exists while a restore runs, and after one that was killed. A server does not start beside it. */
export const RESTORING = 'restoring';

const DATA = 'pg/data/';

interface RestoreOptions {
  /** The folder that `takeBackup` filled. */
  readonly from: string;
  /** A missing or empty folder. */
  readonly dataDir: string;
  /** The last second to restore. Undefined: everything that was archived. */
  readonly at: Date | undefined;
  /** Checks and marks the restored database. A rejection ends the restore and leaves nothing. */
  readonly finish: (restored: EmbeddedPostgres, to: RestoredTo) => Promise<void>;
}

interface RestoredTo {
  readonly base: string;
  /** The restored second. */
  readonly at: Date;
  readonly bytes: number;
  readonly segments: number;
  /** Later WAL was archived, but a segment before it is missing. */
  readonly hasGap: boolean;
}

/**
 * Restores a base backup and replays the archived WAL up to a time.
 * @throws BackupError with one line for the operator. The data folder is then as it was before
 */
export async function restoreBackup({ from, dataDir, at, finish }: RestoreOptions): Promise<RestoredTo> {
  const { base, manifest, segments, hasGap } = await chooseBase(from, at);
  await requireEmpty(dataDir);
  const hadFolder = existsSync(dataDir);
  const aside = join(dataDir, RESTORING);
  try {
    await mkdir(aside, { recursive: true, mode: 0o700 });
    const bytes = await copyBase(join(from, base), manifest, aside);
    const restored = await recover(aside, from, { at, manifest });
    let to: RestoredTo;
    try {
      to = { base, at: at ?? (await lastCommit(restored)) ?? new Date(manifest.finishedAt), bytes, segments, hasGap };
      await finish(restored, to);
    } finally {
      await restored.stop();
    }
    await moveIntoPlace(aside, dataDir);
    return to;
  } catch (error) {
    await rm(hadFolder ? aside : dataDir, { recursive: true, force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || message.includes('No space left on device'))
      throw new BackupError(`The disk of ${dataDir} is full. Nothing was restored.`);
    throw error;
  }
}

/** Returns the error for a folder in which a restore runs, or was killed. */
export const unfinishedRestore = (dataDir: string): string =>
  `A restore into ${dataDir} did not finish: remove ${join(dataDir, RESTORING)} and restore again.`;

/** @throws BackupError if the folder is in use or not empty */
async function requireEmpty(dataDir: string): Promise<void> {
  const names = existsSync(dataDir) ? await readdir(dataDir) : [];
  if (names.includes(RESTORING)) throw new BackupError(unfinishedRestore(dataDir));
  if (existsSync(join(dataDir, 'pg', 'data', 'postmaster.pid')))
    throw new BackupError(`A server runs on ${dataDir}. Stop it and choose an empty DATA_DIR.`);
  if (names.length > 0) throw new BackupError(`${dataDir} is not empty. Choose an empty DATA_DIR.`);
}

/** Returns the newest base that ended before the time, and the number of archived segments after it. */
async function chooseBase(from: string, at: Date | undefined) {
  const names = (await listBases(from)).toReversed();
  if (names.length === 0) throw new BackupError(`${from} holds no complete backup.`);
  let oldest: Manifest | undefined;
  for (const base of names) {
    const manifest = await readManifest(join(from, base));
    oldest = manifest;
    if (at !== undefined && new Date(manifest.finishedAt) > at) continue;
    const lastOfBase = segmentOf(manifest.lastSegment)?.number ?? 0;
    const { last, hasGap } = await reachOf(from, manifest.lastSegment);
    const until = last === undefined ? new Date(manifest.finishedAt) : await archivedAt(from, last);
    if (at !== undefined && at > until) {
      const range = `This backup can be restored from ${showTime(new Date(manifest.finishedAt))} to ${showTime(until)}.`;
      throw new BackupError(
        hasGap
          ? `The WAL segment after ${last?.name ?? manifest.lastSegment} is missing. ${range}`
          : `${showTime(at)} is after the archived WAL. ${range}`,
      );
    }
    return { base, manifest, segments: last === undefined ? 0 : last.number - lastOfBase, hasGap };
  }
  throw new BackupError(
    `The oldest backup in ${from} ended at ${showTime(new Date(oldest!.finishedAt))}. An earlier time cannot be restored.`,
  );
}

/** Copies and verifies every file. @returns the copied bytes */
async function copyBase(base: string, manifest: Manifest, aside: string): Promise<number> {
  const owner = process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : undefined;
  const wanted = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const { bavail, bsize } = await statfs(aside);
  if (bavail * bsize < wanted) throw Object.assign(new Error('too small'), { code: 'ENOSPC' });
  for (const folder of manifest.folders) {
    await mkdir(join(aside, folder), { mode: 0o700, recursive: true });
  }
  for (const { path, bytes, sha256 } of manifest.files) {
    const isPostgres = path.startsWith(DATA);
    const copied = await copyFile(join(base, path), join(aside, path), { owner: isPostgres ? owner : undefined });
    if (copied?.sha256 === sha256 && copied.bytes === bytes) continue;
    const fault = copied === null ? 'is missing' : copied.bytes < bytes ? 'is cut' : 'is changed';
    throw new BackupError(`The backup ${base} is damaged: ${path} ${fault}.`);
  }
  // PostgreSQL flushes its own folder when it starts on a backup.
  const others = manifest.files.filter(({ path }) => !path.startsWith(DATA));
  await flushAll(others.map(({ path }) => join(aside, path)));
  for (const folder of owner === undefined ? [] : manifest.folders)
    if (`${folder}/`.startsWith(DATA)) await chown(join(aside, folder), owner!.uid, owner!.gid);
  return wanted;
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Replays WAL until the chosen time and opens the database for changes. */
async function recover(
  aside: string,
  from: string,
  { at, manifest }: { readonly at: Date | undefined; readonly manifest: Manifest },
): Promise<EmbeddedPostgres> {
  await writeFile(join(aside, 'pg/data/recovery.signal'), '');
  // A per cent sign starts a placeholder of PostgreSQL.
  const wal = quote(existsSync(walFolder(from)) ? await realpath(walFolder(from)) : '/nonexistent').replaceAll(
    '%',
    '%%',
  );
  const settings = {
    restore_command: `test -f ${wal}/%f && cp ${wal}/%f "%p" || { test -f ${wal}/%f.gz && gzip -dc ${wal}/%f.gz > "%p"; }`,
    ...(at === undefined
      ? {}
      : {
          recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'),
          recovery_target_action: 'promote',
        }),
    // The folder has the WAL of one timeline: a restored copy needs a folder of its own.
    recovery_target_timeline: 'current',
    hot_standby: 'off',
    // One call for the whole disk instead of one for each file.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  };
  try {
    return await startEmbeddedPostgres({ dataDir: aside, settings });
  } catch (error) {
    const { message } = error as Error;
    if (message.includes('before configured recovery target was reached'))
      throw new BackupError(
        `The archived WAL ends before ${showTime(at ?? new Date())}. Choose an earlier time, not before ${showTime(new Date(manifest.finishedAt))}.`,
        { cause: error },
      );
    throw new BackupError(`The backup could not be recovered. ${message}`, { cause: error });
  }
}

/** The time of the last transaction in the replayed WAL. */
const lastCommit = ({ superuserUrl }: EmbeddedPostgres): Promise<Date | null> =>
  withClient(superuserUrl, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return rows[0]?.at ?? null;
  });

/** The database comes last: a folder with `pg` is complete. */
async function moveIntoPlace(aside: string, dataDir: string): Promise<void> {
  for (const name of (await readdir(aside)).sort((a, b) => Number(a === 'pg') - Number(b === 'pg')))
    await rename(join(aside, name), join(dataDir, name));
  await flush(dataDir);
  await rm(aside, { recursive: true });
  await flush(dirname(dataDir));
}
