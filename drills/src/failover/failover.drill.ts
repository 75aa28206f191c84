import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { judge, line } from '@muneem/bench/report.ts';
import type { PayoutProvider } from '@muneem/sandbox/payout-provider';
import { sql, type Database } from '@muneem/server/platform/database/index.ts';
import { installPrograms } from '../debian.ts';
import { inOwnNamespaces } from '../own-namespace.ts';
import { longestPauseS } from './callers.ts';
import { startCluster, type Cluster } from './cluster.ts';
import type { Machine } from './machines.ts';
import { openStage, type Stage } from './stage.ts';
import { countLost, readBacklog } from './verify.ts';

const PACKAGES = {
  patroni: 'patroni',
  patronictl: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  initdb: 'postgresql-15',
  ip: 'iproute2',
};
const VERIFY_LEDGER = fileURLToPath(new URL('../../../server/src/verify-ledger.ts', import.meta.url));
const isSmall = process.env['DRILL_SIZE'] === 'small';
/** The small drill is a test, and its machine is shared. */
const SLACK = isSmall ? 3 : 1;
const SWITCHOVER_LIMIT_S = 5 * SLACK;
const TUNED_LIMIT_S = 15 * SLACK;
const DEFAULTS_LIMIT_S = 40;
const CALM_MS = 4_000;
const DRAIN_WITHIN_MS = 120_000;

/**
 * Runs two Muneem servers on three PostgreSQL machines under Patroni and breaks them one after the other, under load.
 * DRILL_SIZE=small runs two faults with the tuned times and thrice the limits. DRILL_KEEP=1 keeps the logs.
 */
export async function rehearseFailover(): Promise<boolean | 'not run'> {
  const paths = await installPrograms(PACKAGES);
  if (paths === null) return 'not run';
  const outcome = await inOwnNamespaces('failover');
  if (outcome !== undefined) return outcome;
  const folder = mkdtempSync(join(tmpdir(), 'muneem-failover-'));
  try {
    const postgresUser = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
    const cluster = await startCluster(folder, paths, postgresUser);
    return await rehearse(folder, cluster).finally(() => cluster.stop());
  } finally {
    if (process.env['DRILL_KEEP'] === undefined) rmSync(folder, { recursive: true, force: true });
    else line(`the logs are in ${folder}`);
  }
}

async function rehearse(folder: string, cluster: Cluster): Promise<boolean> {
  await cluster.untilHealthy();
  line(await cluster.show());
  const stage = await openStage(folder, cluster);
  await wait(CALM_MS);
  const kept = [
    await breakIt(stage, 'switchover, tuned', SWITCHOVER_LIMIT_S, () => cluster.switchOver()),
    await killPrimary(stage, 'kill -9 of the primary, tuned', TUNED_LIMIT_S),
  ];
  if (!isSmall) {
    kept.push(await cutOffPrimary(stage, 'primary cut off from the network, tuned', TUNED_LIMIT_S));
    kept.push(await breakIt(stage, 'kill -9 of a Muneem server', TUNED_LIMIT_S, () => stage.restartServer()));
    await cluster.useDefaults();
    kept.push(await killPrimary(stage, 'kill -9 of the primary, defaults of Patroni and HAProxy', DEFAULTS_LIMIT_S));
  }
  await stage.endLoad();
  kept.push(await judgeEnd(stage));
  await stage.close();
  return kept.every(Boolean);
}

async function judgeEnd({ database, provider, target, acknowledged, sightings, settings }: Stage): Promise<boolean> {
  line('after the last fault');
  const kept = [
    judge('deliveries, payouts and jobs left over', await drain(database), '≤', 0),
    judge('deliveries that the target did not get', await countUndelivered(database, target.received()), '≤', 0),
    judge('acknowledged work lost', await countLost(database, acknowledged), '≤', 0),
    judge('paid twice', countPaidTwice(provider), '≤', 0),
    judge('withdrawals and payouts that differ', await countDifferences(database, provider), '≤', 0),
    judge('breaches of the ledger', await verifyLedger(settings), '≤', 0),
  ];
  const { clicks, conversions, withdrawals } = acknowledged;
  line(
    `acknowledged: ${clicks.size} clicks, ${conversions.size} conversions, ${withdrawals.size} withdrawals; ` +
      `${provider.book.summary().paid} payouts, ${target.received()} deliveries; ${sightings.retries} calls were repeated`,
  );
  return kept.every(Boolean);
}

/** Runs one fault under load, waits until the cluster is whole again, and judges what callers saw. */
async function breakIt(stage: Stage, name: string, limitS: number, fault: () => Promise<void>): Promise<boolean> {
  const { cluster, database, provider, sightings, acknowledged, servers } = stage;
  await cluster.untilHealthy();
  await wait(CALM_MS);
  sightings.wrong.clear();
  sightings.signedOut = 0;
  const since = performance.now();
  await fault();
  await cluster.untilHealthy();
  await wait(CALM_MS);
  const until = performance.now();
  line(name);
  for (const [what, times] of [...sightings.wrong].slice(0, 10)) line(`  ${times} × ${what}`);
  const wrong = [...sightings.wrong.values()].reduce((sum, times) => sum + times, 0);
  return [
    ...[...servers].map(([url, label]) => {
      const pauseS = longestPauseS(sightings.writes.get(url) ?? [], since, until);
      return judge(`s without an accepted write, ${label}`, pauseS, '≤', limitS);
    }),
    judge('acknowledged work lost', await countLost(database, acknowledged), '≤', 0),
    judge('paid twice', countPaidTwice(provider), '≤', 0),
    judge('answers that are neither a success nor 503 with Retry-After', wrong, '≤', 0),
    judge('calls refused because a session ended', sightings.signedOut, '≤', 0),
  ].every(Boolean);
}

const killPrimary = (stage: Stage, name: string, limitS: number): Promise<boolean> =>
  onPrimary(
    stage,
    name,
    limitS,
    (primary) => primary.kill(),
    (primary) => stage.cluster.start(primary),
  );

const cutOffPrimary = (stage: Stage, name: string, limitS: number): Promise<boolean> =>
  onPrimary(
    stage,
    name,
    limitS,
    (primary) => primary.cutOff(),
    (primary) => primary.reconnect(),
  );

/** Breaks the primary, waits for its successor, and repairs it. */
async function onPrimary(
  stage: Stage,
  name: string,
  limitS: number,
  damage: (primary: Machine) => void,
  repair: (primary: Machine) => void,
): Promise<boolean> {
  const primary = await stage.cluster.untilHealthy();
  return breakIt(stage, name, limitS, async () => {
    damage(primary);
    await stage.cluster.untilReplaced(primary);
    await wait(CALM_MS);
    repair(primary);
  });
}

/** Counts transfers beyond the first of each withdrawal: each has a UPI ID of its own. */
function countPaidTwice({ book }: PayoutProvider): number {
  const live = book.list().filter(({ status }) => status !== 'FAILED');
  return live.length - new Set(live.map(({ beneficiary }) => beneficiary)).size;
}

/** Counts completed withdrawals that the provider did not pay, and the reverse. */
async function countDifferences(database: Database, { book }: PayoutProvider): Promise<number> {
  const paid = new Set(
    book
      .list()
      .filter(({ status }) => status === 'SUCCESS')
      .map(({ beneficiary }) => beneficiary),
  );
  const rows = await database.query<{ upiId: string }>(sql`select upi_id from withdrawals where status = 'completed'`);
  const completed = new Set(rows.map(({ upiId }) => upiId));
  return completed.symmetricDifference(paid).size;
}

async function drain(database: Database): Promise<number> {
  const end = Date.now() + DRAIN_WITHIN_MS;
  for (;;) {
    const { deliveries, payouts, jobs } = await readBacklog(database);
    if (deliveries + payouts + jobs === 0 || Date.now() > end) return deliveries + payouts + jobs;
    await wait(250);
  }
}

async function countUndelivered(database: Database, received: number): Promise<number> {
  return Math.abs((await database.getValue<number>(sql`select count(*) from postback_deliveries`)) - received);
}

async function verifyLedger(settings: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn(process.execPath, [VERIFY_LEDGER], { env: { ...process.env, ...settings }, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
