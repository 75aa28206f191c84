import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The conventional "nobody": PostgreSQL refuses to run as root. */
export const NOBODY = 65534;
/** The exit code of a start that found the folder's lock held. */
export const LOCK_HELD = 75;

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** How to start a PostgreSQL program: words before its own command line, and the identity for `spawn`. */
export interface Launcher {
  readonly prefix: readonly string[];
  readonly identity: Partial<Account>;
  /** What to add to the message when a start fails. */
  readonly caveat: string;
}

/** PostgreSQL reads `PG*` and the locale from its environment; ours must not reach it. */
export const plainEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' });

/**
 * The launcher for the account that owns the data folder. As root it gives up every power but that of passing
 * folders which only root may enter. Where the machine has `setpriv`, the database also ends with our process,
 * however that ends.
 */
export async function findLauncher(account: Account | null): Promise<Launcher> {
  const endWithUs = ['--pdeathsig', 'INT'];
  if (account === null) {
    const prefix = ['setpriv', ...endWithUs];
    return { prefix: (await works(prefix)) ? prefix : [], identity: {}, caveat: '' };
  }
  const switchUser = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const passFolders = '+dac_override,+dac_read_search';
  const capabilities = [`--inh-caps=${passFolders}`, `--ambient-caps=${passFolders}`, '--securebits=+no_setuid_fixup'];
  const prefix = [...switchUser, ...capabilities, ...endWithUs];
  if (await works(prefix)) return { prefix, identity: {}, caveat: '' };
  const caveat = ' (below a folder that only root may enter, root needs the program setpriv of util-linux)';
  return { prefix: [], identity: account, caveat };
}

async function works(prefix: readonly string[]): Promise<boolean> {
  const [program, ...args] = [...prefix, 'true'];
  try {
    await run(program, args);
    return true;
  } catch {
    return false;
  }
}

/**
 * Words that make a program hold the file's lock as long as it or a child of it lives: the kernel keeps it, also
 * between containers on one volume, where process numbers mean nothing. Empty where the machine has no such program.
 */
export async function lockPrefix(file: string): Promise<{ prefix: readonly string[]; held: boolean }> {
  const prefix = ['flock', '--nonblock', '--no-fork', '--conflict-exit-code', String(LOCK_HELD), file];
  try {
    await run(prefix[0]!, [...prefix.slice(1), 'true']);
    return { prefix, held: false };
  } catch (error) {
    const held = (error as { code?: unknown }).code === LOCK_HELD;
    return { prefix: held ? prefix : [], held };
  }
}
