import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@muneem/sandbox/web-kit';
import { followManual } from './operating.ts';
import { AS_POSTGRES, runProgram } from './programs.ts';

export type Postgresql = Awaited<ReturnType<typeof startPostgresql>>;

const makePassword = async (): Promise<string> => (await followManual('create-password')).trim();

/** The passwords of the two roles. */
export const PASSWORDS = { OWNER_PASSWORD: await makePassword(), APP_PASSWORD: await makePassword() };

/**
 * Starts Debian's PostgreSQL on a port, with the database and the roles that docs/operating.md creates.
 * @param optionsIn more options of the server, for its folder
 * @param prepare runs before the start
 */
export async function startPostgresql(
  programs: Readonly<Record<'initdb' | 'pg_ctl', string>>,
  optionsIn: (folder: string) => string = () => '',
  prepare: (folder: string, port: number) => Promise<void> = () => Promise.resolve(),
) {
  const folder = await mkdtemp(join(tmpdir(), 'muneem-postgresql-'));
  await chmod(folder, 0o777);
  const data = join(folder, 'data');
  const port = await freePort();
  const asPostgres = (program: string, ...args: string[]): Promise<string> =>
    runProgram('setpriv', [...AS_POSTGRES, program, ...args]);
  await asPostgres(programs.initdb, '-D', data, '--auth-local=trust', '--auth-host=scram-sha-256');
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 ${optionsIn(folder)}`;
  await prepare(folder, port);
  await asPostgres(programs.pg_ctl, '-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start');
  await followManual('create-database', {
    environment: { ...PASSWORDS, PGHOST: folder, PGPORT: String(port), PGUSER: 'postgres' },
    instead: { 'sudo -u postgres --preserve-env=OWNER_PASSWORD,APP_PASSWORD ': '' },
  });
  const as = (role: string, password: string, through: number): string =>
    `postgres://${role}:${password}@127.0.0.1:${through}/muneem`;
  return {
    port,
    /** Its data, its socket and its log. */
    folder,
    /** Connects as the superuser, to any PostgreSQL that has its socket in the folder. */
    superuserUrl: (through: number) => `postgres://postgres@/muneem?host=${folder}&port=${through}`,
    /** The options of its start. */
    options,
    /** The URLs of the server's role and of the owner, through any port of this machine. */
    settings: (through: number) => ({
      DATABASE_URL: as('muneem_app', PASSWORDS.APP_PASSWORD, through),
      DATABASE_OWNER_URL: as('muneem_owner', PASSWORDS.OWNER_PASSWORD, through),
    }),
    async stop() {
      await asPostgres(programs.pg_ctl, '-D', data, '-m', 'fast', 'stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
