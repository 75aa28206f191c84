import { randomBytes } from 'node:crypto';
import { closeSync, existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/logger/index.ts';
import type { PostgresBinaries } from './binaries.ts';
import { type Account, EmbeddedPostgresError, NOBODY_UID, runToEnd } from './programs.ts';
import { lockFile } from './lock.ts';
import { findPostmaster } from './postmaster.ts';
import { initdbArguments } from './settings.ts';

const ORPHAN_WAIT_MS = 20_000;
/** The children of a killed database keep its lock a moment longer than the database. */
const LOCK_WAIT_MS = 2_000;

export const SUPERUSER = 'postgres';

/** `DATA_DIR/pg`. Only our account may enter it. The data inside belong to the account that runs PostgreSQL. */
export interface Home {
  readonly dataDir: string;
  readonly lock: string;
  readonly password: string;
  readonly data: string;
}

/** Names the files of the embedded database in an existing data folder. */
export async function homeIn(dataDir: string): Promise<Home> {
  const real = await realpath(dataDir);
  const inHome = (name: string): string => join(real, 'pg', name);
  return { dataDir: real, lock: inHome('lock'), password: inHome('password'), data: inHome('data') };
}

/** Creates missing folders. @throws EmbeddedPostgresError if they belong to another account or version */
export async function openHome(dataDir: string): Promise<Home> {
  await mkdir(dataDir, { recursive: true });
  const home = await homeIn(dataDir);
  const folder = join(home.dataDir, 'pg');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid } = await lstat(folder);
  const ours = process.getuid?.() ?? uid;
  if (ours !== 0 && uid !== ours) {
    throw new EmbeddedPostgresError(
      `${folder} belongs to the account with number ${uid}, not to yours (${ours}): ` +
        'start as that account or as root, or choose another DATA_DIR.',
    );
  }
  if (existsSync(join(folder, 'PG_VERSION'))) {
    throw new EmbeddedPostgresError(
      `${folder} was created by an earlier version of Muneem and cannot be used: ` +
        'move it away, or choose another DATA_DIR.',
    );
  }
  await chmod(folder, 0o700);
  return home;
}

/** The account that runs PostgreSQL; `null` means our own. */
export async function accountFor({ data }: Home): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const found = existsSync(data) ? await lstat(data) : undefined;
  return found === undefined || found.uid === 0
    ? { uid: NOBODY_UID, gid: NOBODY_UID }
    : { uid: found.uid, gid: found.gid };
}

/**
 * Takes the one lock of a data folder. Ends a database that outlived its server, and waits for it.
 * @returns the lock's descriptor
 * @throws EmbeddedPostgresError when another server uses the folder
 */
export async function takeLock(home: Home, logger?: Pick<Logger, 'warn'>): Promise<number> {
  const start = Date.now();
  for (let asked = false; ; await delay(50)) {
    const lock = await lockFile(home.lock);
    const postmaster = await findPostmaster(home.data);
    if (lock !== undefined && postmaster === null) return lock;
    if (lock !== undefined) closeSync(lock);
    const waitMs = postmaster === null ? LOCK_WAIT_MS : postmaster.orphan ? ORPHAN_WAIT_MS : 0;
    if (Date.now() - start >= waitMs) {
      const detail = postmaster === null ? '' : ` (database process ${postmaster.pid})`;
      throw new EmbeddedPostgresError(
        `Another server already runs on ${home.dataDir}${detail}: stop it, or choose another DATA_DIR.`,
      );
    }
    if (postmaster !== null && !asked) {
      logger?.warn({ pid: postmaster.pid }, 'ending the database that a killed server left behind');
      process.kill(postmaster.pid, 'SIGINT');
      asked = true;
    }
  }
}

interface ClusterPlan {
  readonly home: Home;
  readonly lock: number;
  readonly binaries: PostgresBinaries;
  readonly launcher: readonly string[];
  readonly account: Account | null;
}

/** The PostgreSQL version that created the cluster; `undefined` when there is none yet. */
export async function majorOf({ data }: Home): Promise<number | undefined> {
  const file = join(data, 'PG_VERSION');
  return existsSync(file) ? Number((await readFile(file, 'utf8')).trim()) : undefined;
}

/** Creates the cluster if it is missing. The caller must hold the lock. @returns the password of its roles */
export async function prepareCluster(plan: ClusterPlan): Promise<string> {
  const { home, binaries } = plan;
  const major = await majorOf(home);
  if (major === undefined) return create(plan);
  if (major !== binaries.major) {
    throw new EmbeddedPostgresError(
      `${home.data} was created by PostgreSQL ${major}, but ${binaries.major} is installed here: ` +
        `dump it with version ${major}, or choose another DATA_DIR.`,
    );
  }
  // We hold the lock, so its process is gone. The number in the file may now belong to another process.
  await rm(join(home.data, 'postmaster.pid'), { force: true });
  return readPassword(home);
}

/** @throws EmbeddedPostgresError when the file is missing or empty */
export async function readPassword({ password }: Home): Promise<string> {
  const text = await readFile(password, 'utf8').catch(() => '');
  if (text !== '') return text;
  throw new EmbeddedPostgresError(`${password} is missing or damaged: restore it from your backup.`);
}

/** Creates the cluster in another folder and renames it: an interrupted start leaves no half-made cluster. */
async function create({ home, lock, binaries, launcher, account }: ClusterPlan): Promise<string> {
  const aside = `${home.data}.new`;
  const password = randomBytes(32).toString('base64url');
  await rm(aside, { recursive: true, force: true });
  await rm(home.password, { force: true });
  await writeFile(home.password, password, { mode: 0o600, flush: true });
  await mkdir(aside, { mode: 0o700 });
  if (account !== null) await chown(aside, account.uid, account.gid);
  const command = [...launcher, binaries.initdb, ...initdbArguments(binaries.major, aside, SUPERUSER, home.password)];
  const { code, stderr } = await runToEnd(command, lock);
  if (code !== 0) {
    await rm(aside, { recursive: true, force: true });
    const lines = stderr.split('\n');
    const reason = lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1);
    throw new EmbeddedPostgresError(`The database could not be created: ${reason}`);
  }
  await rename(aside, home.data);
  return password;
}
