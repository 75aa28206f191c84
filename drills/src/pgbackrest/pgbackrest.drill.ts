import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { judge, line } from '@muneem/bench/report.ts';
import { migrate, sql, type Database } from '@muneem/server/platform/database/index.ts';
import { withDatabase } from '../check-database.ts';
import { installPrograms } from '../debian.ts';
import { followManual, ROOT } from '../operating.ts';
import { startPostgresql } from '../postgresql.ts';
import { AS_POSTGRES, runProgram } from '../programs.ts';

const PACKAGES = {
  pgbackrest: 'pgbackrest',
  initdb: 'postgresql-15',
  pg_ctl: 'postgresql-15',
  psql: 'postgresql-client-15',
  setpriv: 'util-linux',
} as const;

/**
 * Backs up an external PostgreSQL by the manual's recipe and restores it to a second. Checks the rows of the copy, and
 * that the copy waits for a confirmation.
 */
export async function rehearsePgbackrest(): Promise<boolean | 'not run'> {
  const paths = await installPrograms(PACKAGES);
  if (paths === null) return 'not run';
  if (process.getuid?.() !== 0) {
    line('pgBackRest must run as the account of PostgreSQL: start this drill as root');
    return 'not run';
  }
  const postgresql = await startPostgresql(
    paths,
    (folder) =>
      `-c archive_mode=on -c archive_command="${paths.pgbackrest} --config=${folder}/pgbackrest.conf --stanza=muneem archive-push %p"`,
    configure,
  );
  const { folder, port } = postgresql;
  const asPostgres = `setpriv ${AS_POSTGRES.join(' ')} `;
  const follow = (name: string, environment: Readonly<Record<string, string>> = {}): Promise<string> =>
    followManual(name, {
      environment: { PGHOST: folder, PGPORT: String(port), PGUSER: 'postgres', ...environment },
      instead: {
        'sudo -u postgres psql': 'psql',
        'sudo -u postgres pgbackrest': `${asPostgres}${paths.pgbackrest} --config=${folder}/pgbackrest.conf`,
        'sudo systemctl stop postgresql': `${asPostgres}${paths.pg_ctl} -D ${folder}/data -m fast stop`,
        'sudo systemctl start postgresql': `${asPostgres}${paths.pg_ctl} -D ${folder}/data -o '${postgresql.options}' -l ${folder}/log -w start`,
      },
    });
  const ask = <Result>(work: (database: Database) => Promise<Result>): Promise<Result> =>
    withDatabase(postgresql.settings(port).DATABASE_OWNER_URL, work);
  const addRow = (value: number): Promise<number> =>
    ask((database) => database.execute(sql`insert into counters (name, value) values (${`drill-${value}`}, ${value})`));
  try {
    const { DATABASE_URL, DATABASE_OWNER_URL } = postgresql.settings(port);
    await migrate({ connectionString: DATABASE_OWNER_URL }, { connectionString: DATABASE_URL });
    const backingUp = performance.now();
    await follow('pgbackrest-backup');
    const backupS = (performance.now() - backingUp) / 1_000;
    await addRow(1);
    await delay(1_000);
    const chosen = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
    await addRow(2);
    // The manual's order: the servers are stopped, then the database is restored.
    await runProgram(paths.psql, ['-h', folder, '-p', String(port), '-U', 'postgres', '-c', 'select pg_switch_wal()']);
    const restoring = performance.now();
    await follow('pgbackrest-restore', { RESTORE_TO: chosen });
    const restoreS = (performance.now() - restoring) / 1_000;
    const { rows, held } = await ask(async (database) => ({
      rows: await database.query<{ name: string }>(sql`select name from counters where name like 'drill-%'`),
      held: await database.query(sql`select 1 from restores where confirmed_at is null`),
    }));
    return [
      judge('s for stanza and full backup', backupS, '≤', 300),
      judge('s for stop, restore, recovery and mark', restoreS, '≤', 300),
      judge('rows from before the chosen second', rows.filter(({ name }) => name === 'drill-1').length, '≥', 1),
      judge('rows from after the chosen second', rows.filter(({ name }) => name === 'drill-2').length, '≤', 0),
      judge('restores that wait for a confirmation', held.length, '≥', 1),
    ].every(Boolean);
  } finally {
    await postgresql.stop();
  }
}

/** Adapts deploy/pgbackrest.conf to the folders of the drill. */
async function configure(folder: string, port: number): Promise<void> {
  const repository = join(folder, 'repository');
  await mkdir(repository);
  await chmod(repository, 0o777);
  const recipe = await readFile(join(ROOT, 'deploy/pgbackrest.conf'), 'utf8');
  const settings = recipe
    .replace('/var/lib/pgbackrest', repository)
    .replace('repo1-cipher-type=aes-256-cbc', 'repo1-cipher-type=aes-256-cbc\nrepo1-cipher-pass=drill')
    .replace('/var/lib/postgresql/15/main', join(folder, 'data'))
    .replace('/var/run/postgresql', folder)
    .replace('pg1-port=5432', `pg1-port=${port}\nlock-path=${folder}/lock`);
  await writeFile(join(folder, 'pgbackrest.conf'), settings);
}
