import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from '#platform/logger/index.ts';
import type { PostgresBinaries } from './embedded-binaries.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { lockPrefix, NOBODY, plainEnvironment, type Account, type Launcher } from './embedded-privileges.ts';
import { findPostmaster, lastSocketFolder } from './embedded-process.ts';
import { initdbArguments } from './embedded-settings.ts';

const run = promisify(execFile);
const ORPHAN_WAIT_MS = 20_000;
/** The children of a killed database hold the lock for a moment longer than itself. */
const LOCK_WAIT_MS = 2_000;

export const SOCKET_FOLDER = 'muneem-pg-';
export const SUPERUSER = 'muneem';

/** Whose the data folder is or will be; `null` for "ours", when we are an ordinary user. */
export async function accountFor(folder: string): Promise<Account | null> {
  const found = existsSync(folder) ? await lstat(folder) : null;
  const ours = process.getuid?.() ?? 0;
  if (ours !== 0) {
    if (found === null || found.uid === ours) return null;
    throw new EmbeddedPostgresError(
      `${folder} belongs to the account with number ${found.uid}, not to yours (${ours}): ` +
        'start as that account or as root, or choose another DATA_DIR.',
    );
  }
  return found === null || found.uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid: found.uid, gid: found.gid };
}

/**
 * Makes sure that nobody uses the data folder: ends what a killed server left behind, clears stale files.
 * @returns words for the front of the server's command line, by which it holds the folder's lock.
 * @throws EmbeddedPostgresError when another server uses it.
 */
export async function takeOver(
  dataDir: string,
  folder: string,
  logger?: Pick<Logger, 'warn'>,
): Promise<readonly string[]> {
  const start = Date.now();
  for (let asked = false; ; await delay(50)) {
    const postmaster = await findPostmaster(folder);
    const lock = await lockPrefix(join(dataDir, 'pg.lock'));
    if (postmaster === null && !lock.held) {
      await clearStale(folder, lock.prefix);
      return lock.prefix;
    }
    const waitMs = postmaster === null ? LOCK_WAIT_MS : postmaster.orphan ? ORPHAN_WAIT_MS : 0;
    if (Date.now() - start >= waitMs) {
      throw EmbeddedPostgresError.inUse(dataDir, postmaster === null ? '' : ` (database process ${postmaster.pid})`);
    }
    if (postmaster !== null && !asked) {
      logger?.warn({ pid: postmaster.pid }, 'ending the database that a killed server left behind');
      process.kill(postmaster.pid, 'SIGINT');
      asked = true;
    }
  }
}

async function clearStale(folder: string, lock: readonly string[]): Promise<void> {
  const socketFolder = await lastSocketFolder(folder);
  if (socketFolder !== null && basename(socketFolder).startsWith(SOCKET_FOLDER)) {
    await rm(socketFolder, { recursive: true, force: true });
  }
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const [program, ...args] = [...lock, 'rm', '-f', file];
  await run(program, args);
}

export interface ClusterPlan {
  readonly dataDir: string;
  readonly folder: string;
  readonly binaries: PostgresBinaries;
  readonly launcher: Launcher;
  readonly account: Account | null;
}

/** The PostgreSQL that made the cluster; `undefined` when there is none yet. */
export async function majorOf(folder: string): Promise<number | undefined> {
  const file = join(folder, 'PG_VERSION');
  return existsSync(file) ? Number((await readFile(file, 'utf8')).trim()) : undefined;
}

/** Makes the cluster when there is none: aside, then moved into place whole, so that a cut leaves nothing half made. */
export async function initialise({ dataDir, folder, binaries, launcher, account }: ClusterPlan): Promise<void> {
  const major = await majorOf(folder);
  if (major === binaries.major) return;
  if (major !== undefined) {
    throw new EmbeddedPostgresError(
      `${folder} was made by PostgreSQL ${major}, but ${binaries.major} is installed here: ` +
        `dump it with version ${major}, or choose another DATA_DIR.`,
    );
  }
  const aside = await mkdtemp(join(dataDir, 'pg.new-'));
  try {
    if (account !== null) await chown(aside, account.uid, account.gid);
    const command = [...launcher.prefix, binaries.initdb, ...initdbArguments(binaries.major, aside, SUPERUSER)];
    await run(command[0]!, command.slice(1), { ...launcher.identity, cwd: '/', env: plainEnvironment() });
    await rename(aside, folder);
  } catch (cause) {
    await removeHalfMade(aside);
    // Another start was faster; which of the two may go on, the lock decides.
    if ((await majorOf(folder)) !== undefined) return;
    throw new EmbeddedPostgresError(`The database could not be created: ${reason(cause)}${launcher.caveat}`, { cause });
  }
}

/** What starts that were cut have left. Only for the one who holds the lock. */
export async function removeAbandoned(dataDir: string): Promise<void> {
  const abandoned = (await readdir(dataDir)).filter((name) => name.startsWith('pg.new-'));
  await Promise.all(abandoned.map((name) => removeHalfMade(join(dataDir, name))));
}

/** A start that came second may still be writing there: what cannot be removed now is in nobody's way, and the next start removes it. */
const removeHalfMade = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);

function reason(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  const lines = (stderr?.trim() || message).split('\n');
  return lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? message;
}
