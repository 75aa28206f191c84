import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip, gzipSync } from 'node:zlib';
import { copyInSnapshot, join as joinSql, raw, sql, type Database, type Sql } from '#platform/database/index.ts';

/** Small, so that compressing one piece delays no request. */
const PIECE_BYTES = 256 * 1024;

export interface Archive {
  readonly file: string;
  readonly rows: number;
  /** The size of the uncompressed CSV. */
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes rows as compressed CSV with a header, reads the file back and compares it, and writes a description beside it.
 * A repeat replaces both files. @throws if the file on the disk differs
 */
export async function archiveMonth(
  database: Database,
  { folder, name, columns, rows }: { folder: string; name: string; columns: readonly string[]; rows: Sql },
): Promise<Archive> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${name}.csv.gz`);
  const written = await writeCsv(database, `${file}.part`, { columns, rows });
  const found = await hashOf(`${file}.part`);
  if (found.sha256 !== written.sha256 || found.bytes !== written.bytes)
    throw new Error(`the archive ${file} cannot be read back: its rows are kept`);
  await rename(`${file}.part`, file);
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify({ ...written, columns }, undefined, 2)}\n`, {
    mode: 0o600,
  });
  const directory = await open(folder);
  await directory.sync();
  await directory.close();
  return { file, ...written };
}

async function writeCsv(
  database: Database,
  path: string,
  { columns, rows }: { columns: readonly string[]; rows: Sql },
): Promise<Omit<Archive, 'file'>> {
  const target = openSync(path, 'w', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  let count = 0;
  let pieces: Buffer[] = [];
  let waiting = 0;
  // Each piece is a complete gzip member, so memory stays small without waiting for the disk.
  const flush = (): void => {
    if (waiting > 0) writeSync(target, gzipSync(Buffer.concat(pieces), { level: 1 }));
    pieces = [];
    waiting = 0;
  };
  const add = (line: Buffer): void => {
    hash.update(line);
    bytes += line.length;
    waiting += line.length;
    pieces.push(Buffer.from(line));
    if (waiting >= PIECE_BYTES) flush();
  };
  try {
    add(Buffer.from(`${columns.join(',')}\n`));
    const list = joinSql(columns.map((column) => raw(`"${column}"`)));
    await copyInSnapshot(database, sql`select ${list} ${rows}`, (line) => {
      count += 1;
      add(line);
    });
    flush();
    fsyncSync(target);
  } finally {
    closeSync(target);
  }
  return { rows: count, bytes, sha256: hash.digest('hex') };
}

async function hashOf(path: string): Promise<Pick<Archive, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path).pipe(createGunzip()) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
