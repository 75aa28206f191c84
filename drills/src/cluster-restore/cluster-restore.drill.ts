import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate, sql, type Database } from '@muneem/server/platform/database/index.ts';
import type { Cluster } from '../failover/cluster.ts';
import type { Machine } from '../failover/machines.ts';
import { openForChecks } from '../failover/verify.ts';
import { followManual, ROOT } from '../operating.ts';
import { onCluster } from '../failover/on-cluster.ts';
import { judge } from '../report.ts';

const PASSWORD = 'drill';
const RESTORED_WITHIN_S = 120;
/** The chosen second differs from the time of each row. */
const PAUSE_MS = 500;

/** Backs up a cluster under Patroni, loses its primary, and restores the cluster to a second before the last row. */
export const rehearseClusterRestore = (): Promise<boolean | 'not run'> =>
  onCluster('cluster-restore', rehearse, (folder) => {
    const repository = join(folder, 'repository');
    mkdirSync(repository);
    chmodSync(repository, 0o777);
    return ({ name }) => ({ PGBACKREST_CONFIG: configFor(folder, name, repository) });
  });

/** Adapts deploy/pgbackrest.conf to one machine. @returns its path */
function configFor(folder: string, machine: string, repository: string): string {
  const path = join(folder, `${machine}-pgbackrest.conf`);
  const text = readFileSync(join(ROOT, 'deploy/pgbackrest.conf'), 'utf8')
    .replace('/var/lib/pgbackrest', repository)
    .replace('repo1-cipher-type=aes-256-cbc', 'repo1-cipher-type=aes-256-cbc\nrepo1-cipher-pass=drill')
    .replace('/var/lib/postgresql/15/main', join(folder, machine, 'data'))
    .replace('log-level-file=off', `log-level-file=off\nlock-path=${join(folder, machine, 'lock')}`);
  writeFileSync(path, text);
  return path;
}

async function rehearse(folder: string, cluster: Cluster): Promise<boolean> {
  const follow = followOn(folder, cluster);
  const first = await cluster.untilHealthy();
  await followManual('create-database-through-proxy', {
    environment: { PGPASSWORD: PASSWORD, OWNER_PASSWORD: PASSWORD, APP_PASSWORD: PASSWORD },
  });
  const as = (role: string): string => `postgres://${role}:${PASSWORD}@${cluster.throughProxy}/muneem`;
  await migrate({ connectionString: as('muneem_owner') }, { connectionString: as('muneem_app') });
  await follow('archive-in-cluster', first);
  await follow('pgbackrest-backup', await cluster.untilHealthy());

  const database = openForChecks(as('postgres'));
  await addRow(database, 'before the failover');
  const lost = await cluster.untilHealthy();
  lost.kill();
  await cluster.untilReplaced(lost);
  cluster.start(lost);
  await cluster.untilHealthy();
  await addRow(database, 'after the failover');
  await wait(PAUSE_MS);
  const chosen = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
  await wait(PAUSE_MS);
  await addRow(database, 'after the chosen second');
  await database.close();

  const restoring = performance.now();
  const primary = await cluster.untilHealthy();
  const others = cluster.machines.filter((machine) => machine !== primary);
  for (const machine of [...others, primary]) await machine.stop('patroni');
  await follow('cluster-restore', primary, { RESTORE_TO: chosen });
  cluster.startPatroni(primary);
  await cluster.untilPrimary(primary);
  for (const machine of others) cluster.startPatroni(machine);
  await cluster.untilHealthy();
  const restoreS = (performance.now() - restoring) / 1_000;

  const copy = openForChecks(as('postgres'));
  const rows = await copy.query<{ name: string }>(sql`select name from counters where name like 'drill %'`);
  const held = await copy.query(sql`select 1 from restores where confirmed_at is null`);
  await copy.close();
  return [
    judge('s from the stop of the cluster to three running members', restoreS, '≤', RESTORED_WITHIN_S),
    judge(
      'of 2 rows from before the chosen second lost',
      2 - rows.filter(({ name }) => !name.includes('second')).length,
      '≤',
      0,
    ),
    judge('rows from after the chosen second', rows.filter(({ name }) => name.includes('second')).length, '≤', 0),
    judge('restores that wait for a confirmation', held.length, '≥', 1),
  ].every(Boolean);
}

const addRow = (database: Database, name: string): Promise<number> =>
  database.execute(sql`insert into counters (name, value) values (${`drill ${name}`}, 1)`);

/** Returns a function that runs a block of the manual on one machine. */
const followOn =
  (folder: string, cluster: Cluster) =>
  (block: string, machine: Machine, environment: Readonly<Record<string, string>> = {}): Promise<string> =>
    followManual(block, {
      environment: {
        LC_ALL: 'C.UTF-8',
        PGBACKREST_CONFIG: join(folder, `${machine.name}-pgbackrest.conf`),
        ...environment,
      },
      instead: {
        'sudo -u postgres ': `${machine.inside.join(' ')} `,
        '/etc/patroni/config.yml': cluster.config,
        '/var/lib/postgresql/15/patroni': cluster.dataOf(machine),
        '/tmp/muneem-recovery.log': join(folder, machine.name, 'recovery.log'),
      },
    });
