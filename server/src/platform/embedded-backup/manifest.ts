import { createHash } from 'node:crypto';
import { open, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A backup or a restore cannot be done. The message is one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export interface ManifestFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Describes one base backup. */
export interface Manifest {
  readonly format: 1;
  /** PostgreSQL's major version. */
  readonly postgres: number;
  /** PostgreSQL's identifier of the cluster. A restored copy keeps it. */
  readonly system: string;
  /** The WAL segments that make the copied files consistent. They are part of the backup. */
  readonly firstSegment: string;
  readonly lastSegment: string;
  readonly startedAt: string;
  /** The earliest time to which this backup can be restored. */
  readonly finishedAt: string;
  readonly folders: readonly string[];
  readonly files: readonly ManifestFile[];
}

const FLUSHES_AT_ONCE = 16;
const MANIFEST = 'manifest.json';
const CHECKSUM = 'manifest.sha256';
const BASE = /^base-\d{8}T\d{9}Z$/;

/** Returns a handler of rejections: the value if a file or folder is missing. PostgreSQL removes files while it runs. */
export const ifMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const baseName = (at: Date): string => `base-${at.toISOString().replaceAll(/[-:.]/g, '')}`;

/** Lists the complete base backups in a folder, oldest first. */
export async function listBases(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(ifMissing([]));
  return names.filter((name) => BASE.test(name)).sort();
}

export async function writeManifest(base: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest)}\n`;
  await writeFile(join(base, MANIFEST), text, { mode: 0o600, flush: true });
  await writeFile(join(base, CHECKSUM), `${sha256(text)}  ${MANIFEST}\n`, { mode: 0o600, flush: true });
}

/** @returns null if the manifest is missing or changed */
export async function findManifest(base: string): Promise<Manifest | null> {
  const [text = '', checksum] = await Promise.all(
    [MANIFEST, CHECKSUM].map((name) => readFile(join(base, name), 'utf8').catch(() => '')),
  );
  return text !== '' && checksum?.split(' ')[0] === sha256(text) ? (JSON.parse(text) as Manifest) : null;
}

/** @throws BackupError if the manifest is missing or changed */
export async function readManifest(base: string): Promise<Manifest> {
  const manifest = await findManifest(base);
  if (manifest) return manifest;
  throw new BackupError(`The backup ${base} is damaged: its ${MANIFEST} is missing or changed.`);
}

/** Returns the newest base backup whose manifest is intact, or null. */
export async function findNewestBase(folder: string): Promise<Manifest | null> {
  for (const name of (await listBases(folder)).toReversed()) {
    const manifest = await findManifest(join(folder, name));
    if (manifest !== null) return manifest;
  }
  return null;
}

/** Makes a file, or the entries of a folder, durable. */
export async function flush(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Flushes many files at once, which lets the disk combine them. Call it after all are written. */
export async function flushAll(paths: readonly string[]): Promise<void> {
  const left = paths.values();
  const work = async (): Promise<void> => {
    for (const path of left) await flush(path);
  };
  await Promise.all(Array.from({ length: FLUSHES_AT_ONCE }, work));
}
