import { hash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { copyFile } from './copy-file.ts';
import {
  BackupError,
  baseName,
  flush,
  flushAll,
  findNewestBase,
  ifMissing,
  writeManifest,
  type Manifest,
  type ManifestFile,
} from './manifest.ts';
import { segmentOf, timelineOf } from './wal-archive.ts';

/** Files of a running server, or of one start. */
const SKIPPED_FILES =
  /^(postmaster\.(pid|opts)|current_logfiles|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*)$/;
/** PostgreSQL recreates the contents of these folders. */
const EMPTY_FOLDERS =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pgsql_tmp.*)$/;
const CONTROL_FILE = 'global/pg_control';
const SECRETS = ['app-secret', 'app-secret-previous', 'pg/password'];
/** Two sessions must not back up the same database at the same time. */
const LOCK = 7_206_311_004;

interface BackupOptions {
  /** The folder of the server whose embedded database is copied. */
  readonly dataDir: string;
  readonly superuserUrl: string;
  /** The folder of all backups. The new base backup is a folder in it. */
  readonly to: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies the embedded database while it runs, by PostgreSQL's low-level API. The copy has another name until it is
 * complete and on the disk. A page that was written while it was read is repaired by the WAL of the backup.
 * @throws BackupError with one line for the operator
 */
export async function takeBackup({ dataDir, superuserUrl, to, signal }: BackupOptions) {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  // The server ends this session when it stops: the copy then fails and leaves nothing.
  client.on('error', () => undefined);
  let aside: string | undefined;
  try {
    await mkdir(to, { recursive: true, mode: 0o700 });
    await lock(client);
    await removeUnfinished(to);
    const started = await start(client, to);
    aside = join(to, `${baseName(started.startedAt)}.partial`);
    const manifest = await copy(client, { ...started, dataDir, aside, signal });
    const folder = join(to, baseName(started.startedAt));
    await rename(aside, folder);
    await flush(to);
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    return { folder, bytes, finishedAt: new Date(manifest.finishedAt) };
  } catch (error) {
    if (aside !== undefined) await rm(aside, { recursive: true, force: true }).catch(() => undefined);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw new BackupError(`The disk of ${to} is full. The unfinished backup was removed.`);
    throw error instanceof BackupError ? error : new BackupError(`The backup failed: ${message}`, { cause: error });
  } finally {
    // Ends the backup mode, the slot and the lock, also after a failure.
    await client.end().catch(() => undefined);
  }
}

async function lock(client: Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK]);
  if (rows[0]?.free !== true) throw new BackupError('Another backup of this database is running.');
  const { rowCount } = await client.query("select 1 from pg_tablespace where spcname !~ '^pg_'");
  if (rowCount !== 0)
    throw new BackupError('The database has tablespaces outside of DATA_DIR. They cannot be backed up.');
}

/** The caller holds the lock, so an unfinished folder has no writer. */
async function removeUnfinished(to: string): Promise<void> {
  for (const name of await readdir(to))
    if (/^base-.*\.partial$/.test(name)) await rm(join(to, name), { recursive: true, force: true });
}

interface BackupStart {
  readonly system: string;
  readonly postgres: number;
  readonly startedAt: Date;
}

async function start(client: Client, to: string): Promise<BackupStart> {
  const { rows } = await client.query<
    Omit<BackupStart, 'startedAt'> & { readonly at: Date; readonly timeline: string }
  >(`
    select system_identifier::text as system, current_setting('server_version_num')::int / 10000 as postgres,
      clock_timestamp() as at, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline
    from pg_control_system()`);
  const { at: startedAt, timeline, ...server } = rows[0]!;
  const newest = await findNewestBase(to);
  // A restored copy has a new timeline. In one folder its times would overlap those of the original.
  if (newest !== null && (newest.system !== server.system || timelineOf(newest.lastSegment) !== timeline))
    throw new BackupError(`${to} holds backups of another database. Choose another folder.`);
  // The slot keeps the WAL of the backup until it is copied. It ends with this session.
  await client.query("select pg_create_physical_replication_slot('muneem_backup', true, true)");
  await client.query("select pg_backup_start('muneem', true)");
  return { ...server, startedAt };
}

interface Copy extends BackupStart {
  readonly dataDir: string;
  readonly aside: string;
  readonly signal: AbortSignal | undefined;
}

async function copy(client: Client, { dataDir, aside, signal, postgres, system, startedAt }: Copy): Promise<Manifest> {
  const data = join(dataDir, 'pg', 'data');
  const folders = ['pg', 'pg/data'];
  const files: ManifestFile[] = [];
  const add = async (source: string, path: string): Promise<void> => {
    const copied = await copyFile(source, join(aside, path), { signal });
    if (copied !== null) files.push({ path, ...copied });
  };
  const write = async (path: string, content: Buffer): Promise<void> => {
    await writeFile(join(aside, path), content, { mode: 0o600 });
    files.push({ path, bytes: content.length, sha256: hash('sha256', content, 'hex') });
  };
  await mkdir(aside, { mode: 0o700 });
  for (const folder of folders) await mkdir(join(aside, folder), { mode: 0o700 });
  const { inside, found } = await listData(data);
  for (const folder of inside) await mkdir(join(aside, 'pg/data', folder), { mode: 0o700 });
  for (const file of found) await add(join(data, file), `pg/data/${file}`);
  await write(`pg/data/${CONTROL_FILE}`, await readControlFile(join(data, CONTROL_FILE)));

  const stopped = await stop(client);
  await write('pg/data/backup_label', Buffer.from(stopped.label));
  for (const file of await neededWal(data, stopped)) await add(join(data, 'pg_wal', file), `pg/data/pg_wal/${file}`);
  for (const secret of SECRETS) await add(join(dataDir, secret), secret);

  const allFolders = [...folders, ...inside.map((folder) => `pg/data/${folder}`)];
  const manifest: Manifest = {
    format: 1,
    postgres,
    system,
    firstSegment: stopped.first,
    lastSegment: stopped.last,
    startedAt: startedAt.toISOString(),
    finishedAt: stopped.at.toISOString(),
    folders: allFolders,
    files,
  };
  await writeManifest(aside, manifest);
  await flushAll(['', ...allFolders, ...files.map(({ path }) => path)].map((path) => join(aside, path)));
  return manifest;
}

/** Lists the folders and files of the data folder that belong to a backup, without the control file. */
async function listData(data: string): Promise<{ inside: string[]; found: string[] }> {
  const inside: string[] = [];
  const found: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(data, folder), { withFileTypes: true }).catch(ifMissing([]))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name.startsWith('pgsql_tmp')) continue;
        inside.push(path);
        if (!EMPTY_FOLDERS.test(path)) await visit(path);
      } else if (entry.isFile() && !SKIPPED_FILES.test(entry.name) && path !== CONTROL_FILE) found.push(path);
    }
  };
  await visit('');
  return { inside: [...inside, 'pg_wal/archive_status', 'pg_wal/summaries'], found };
}

/** The server may rewrite the control file while it is read: two equal reads are one version. */
async function readControlFile(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ;) {
    const after = await readFile(path);
    if (before.equals(after)) return after;
    before = after;
  }
}

async function stop(client: Client) {
  const { rows } = await client.query<{ label: string; last: string; at: Date }>(`
    select labelfile as label, pg_walfile_name(lsn - 1) as last, clock_timestamp() as at
    from pg_backup_stop(wait_for_archive => false)`);
  const { label, last, at } = rows[0]!;
  const first = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)/m.exec(label)?.[1];
  if (first === undefined) throw new BackupError('PostgreSQL returned a backup label without its first WAL segment.');
  return { label, first, last, at };
}

/** Lists the segments that a restore must replay, and the histories of earlier restores. */
async function neededWal(data: string, { first, last }: Awaited<ReturnType<typeof stop>>): Promise<string[]> {
  const names = await readdir(join(data, 'pg_wal'));
  const segments = names.filter((name) => segmentOf(name) !== undefined && name >= first && name <= last);
  const expected = (segmentOf(last)?.number ?? 0) - (segmentOf(first)?.number ?? 0) + 1;
  if (segments.length !== expected) throw new BackupError('PostgreSQL removed WAL that the backup needs.');
  return [...segments, ...names.filter((name) => name.endsWith('.history'))];
}
