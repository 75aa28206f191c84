import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPrograms } from '../debian.ts';
import { inOwnNamespaces } from '../own-namespace.ts';
import { line } from '../report.ts';
import { startCluster, type Cluster } from './cluster.ts';

const PACKAGES = {
  patroni: 'patroni',
  patronictl: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  initdb: 'postgresql-15',
  pgbackrest: 'pgbackrest',
  ip: 'iproute2',
};

/** Runs a drill on three machines under Patroni, in namespaces of its own. DRILL_KEEP=1 keeps the logs. */
export async function onCluster(
  drill: string,
  rehearse: (folder: string, cluster: Cluster) => Promise<boolean>,
  environmentOf: (folder: string) => Parameters<typeof startCluster>[3] = () => undefined,
): Promise<boolean | 'not run'> {
  const paths = await installPrograms(PACKAGES);
  if (paths === null) return 'not run';
  const outcome = await inOwnNamespaces(drill);
  if (outcome !== undefined) return outcome;
  const folder = mkdtempSync(join(tmpdir(), `muneem-${drill}-`));
  try {
    const postgresUser = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
    const cluster = await startCluster(folder, paths, postgresUser, environmentOf(folder));
    return await rehearse(folder, cluster).finally(() => cluster.stop());
  } finally {
    if (process.env['DRILL_KEEP'] === undefined) rmSync(folder, { recursive: true, force: true });
    else line(`the logs are in ${folder}`);
  }
}
