import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Config } from '#platform/config/index.ts';
import { BackupError, flush, ifMissing } from './manifest.ts';

const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(\.gz)?$/;
const SEGMENTS_PER_LOG = 256;
const FASTEST = 1;

/** `BACKUP_DIR/wal`: PostgreSQL writes the segments there, and this process compresses them. */
export const walFolder = (backupDir: string): string => join(backupDir, 'wal');

/** The archive that every start of the embedded database must name. */
export const archiveOf = ({ BACKUP_DIR: backupDir }: Pick<Config, 'BACKUP_DIR'>): string | undefined =>
  backupDir === undefined ? undefined : walFolder(backupDir);

interface Segment {
  readonly name: string;
  /** The position in the write-ahead log, without the timeline. */
  readonly number: number;
  readonly isCompressed: boolean;
}

/** @returns undefined for a file that is not a segment, such as a timeline's history */
export function segmentOf(file: string): Segment | undefined {
  const [, timeline, log, part, suffix] = SEGMENT.exec(file) ?? [];
  if (timeline === undefined || log === undefined || part === undefined) return undefined;
  const number = Number.parseInt(log, 16) * SEGMENTS_PER_LOG + Number.parseInt(part, 16);
  return { name: timeline + log + part, number, isCompressed: suffix !== undefined };
}

/** The first eight digits of a segment's name. */
export const timelineOf = (segment: string): string => segment.slice(0, 8);

/** Lists the archived segments by position. */
export async function listSegments(backupDir: string): Promise<Segment[]> {
  const files = await readdir(walFolder(backupDir)).catch(ifMissing([]));
  return files.flatMap((file) => segmentOf(file) ?? []).sort((a, b) => a.number - b.number);
}

const fileOf = ({ name, isCompressed }: Segment): string => (isCompressed ? `${name}.gz` : name);

/** The time at which PostgreSQL archived a segment. */
export const archivedAt = async (backupDir: string, segment: Segment): Promise<Date> =>
  (await stat(join(walFolder(backupDir), fileOf(segment)))).mtime;

/**
 * Finds the end of the archived segments that follow a base backup without a gap.
 * @returns the last segment before the first missing one
 */
export async function reachOf(
  backupDir: string,
  lastSegment: string,
): Promise<{ readonly last: Segment | undefined; readonly hasGap: boolean }> {
  const lastOfBase = segmentOf(lastSegment)?.number ?? 0;
  const segments = (await listSegments(backupDir)).filter(
    ({ name, number }) => number > lastOfBase && timelineOf(name) === timelineOf(lastSegment),
  );
  let last: Segment | undefined;
  for (const segment of segments) {
    if (segment.number > (last?.number ?? lastOfBase) + 1) break;
    last = segment;
  }
  const missing = (last?.number ?? lastOfBase) + 1;
  return { last, hasGap: (segments.at(-1)?.number ?? 0) > missing };
}

/** Compresses the segments that PostgreSQL archived, and keeps the time of each. */
export async function compressSegments(backupDir: string): Promise<void> {
  const folder = walFolder(backupDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { name } of (await listSegments(backupDir)).filter(({ isCompressed }) => !isCompressed)) {
    const raw = join(folder, name);
    const compressed = `${raw}.gz`;
    const { mtime } = await stat(raw);
    if (existsSync(compressed)) {
      // PostgreSQL archives a segment again if it crashed before it had noted the first time.
      if (!(await hasSameContent(raw, compressed)))
        throw new BackupError(`${compressed} differs from ${raw}: BACKUP_DIR is used by two databases.`);
    } else {
      const aside = `${compressed}.partial`;
      const target = createWriteStream(aside, { mode: 0o600, flush: true });
      await pipeline(createReadStream(raw), createGzip({ level: FASTEST }), target);
      await utimes(aside, mtime, mtime);
      await rename(aside, compressed);
      await flush(folder);
    }
    await rm(raw);
  }
}

async function hasSameContent(raw: string, compressed: string): Promise<boolean> {
  const contents = await Promise.all([
    createReadStream(raw).toArray(),
    createReadStream(compressed).pipe(createGunzip()).toArray(),
  ]);
  const [a, b] = contents.map((chunks) => Buffer.concat(chunks as Buffer[]));
  return a !== undefined && b !== undefined && a.equals(b);
}

/** Deletes the segments before a position. */
export async function deleteSegmentsBefore(backupDir: string, position: number): Promise<void> {
  for (const segment of await listSegments(backupDir))
    if (segment.number < position) await rm(join(walFolder(backupDir), fileOf(segment)), { force: true });
}
