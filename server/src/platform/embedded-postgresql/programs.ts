import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The embedded database cannot run. The message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The conventional "nobody": PostgreSQL refuses to run as root, and initdb needs an account with a name. */
export const NOBODY_UID = 65534;

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL reads `PG*` and the locale from its environment; ours must not reach it. */
export const plainEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' });

/**
 * Returns the command prefix that starts a PostgreSQL program under an account. `null` means our own account. setpriv
 * also ends the database when our process is killed. As root, only this database may enter the folders that belong to
 * root. Other processes of the same account reach neither its files nor its socket.
 */
export async function findLauncher(account: Account | null): Promise<readonly string[]> {
  const endWithUs = ['--pdeathsig', 'INT'];
  if (account === null) {
    const launcher = ['setpriv', ...endWithUs];
    return (await canRun(launcher)) ? launcher : [];
  }
  const switchUser = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  const launcher = ['setpriv', ...switchUser, ...capability, ...endWithUs];
  if (await canRun(launcher)) return launcher;
  throw new EmbeddedPostgresError(
    'As root the embedded database needs the program setpriv of util-linux and the capability CAP_DAC_OVERRIDE: ' +
      'start as an ordinary user, or set DATABASE_URL.',
  );
}

const canRun = (launcher: readonly string[]): Promise<boolean> =>
  runToEnd([...launcher, 'true']).then(
    ({ code }) => code === 0,
    () => false,
  );

/** Runs a program to its end. The program inherits `descriptor` as its number 3. */
export async function runToEnd(
  [program, ...args]: readonly string[],
  descriptor?: number,
): Promise<{ code: number | null; stderr: string }> {
  const started = spawn(program!, args, {
    cwd: '/',
    env: plainEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', ...(descriptor === undefined ? [] : [descriptor])],
  });
  let stderr = '';
  started.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(started, 'close')) as [number | null];
  return { code, stderr: stderr.trim() };
}
