import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@muneem/sandbox/web-kit';
import { installPrograms } from '../debian.ts';
import { judge } from '@muneem/bench/report.ts';
import { FAULTS, type Fault } from './faults.ts';
import { startPrometheus } from './start-prometheus.ts';
import { startAlertWorld } from './start-alert-world.ts';

/** The ledger check runs once a minute. */
const MOST_S = 90;
const FIRST_PORT = 9_190;

/** Makes real faults in a real server and measures the time until the deployed alerts fire. */
export async function rehearseAlerts(faults: readonly Fault[] = FAULTS): Promise<boolean | 'not run'> {
  const paths = await installPrograms({ prometheus: 'prometheus' });
  if (paths === null) return 'not run';
  const folder = await mkdtemp(join(tmpdir(), 'muneem-alerts-'));
  const world = await startAlertWorld(folder);
  const prometheus = await startPrometheus({
    program: paths.prometheus,
    folder,
    port: await freePort(FIRST_PORT),
    target: new URL(world.product.url).host,
    token: world.metricsToken,
  });
  let allFire = true;
  try {
    for (const { name, alerts, make } of faults) {
      const startedAt = performance.now();
      const undo = await make(world);
      for (const alert of alerts) {
        const fires = await prometheus.isFiringWithin(MOST_S * 1_000, alert);
        const seconds = fires ? (performance.now() - startedAt) / 1_000 : Infinity;
        allFire = judge(`s from "${name}" to ${alert}`, seconds, '≤', MOST_S) && allFire;
      }
      await undo?.();
    }
  } finally {
    await prometheus.stop();
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return allFire;
}
