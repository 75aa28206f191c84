import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installPrograms } from '../debian.ts';
import { followManual, ROOT } from '../operating.ts';
import { isOk, startService, until, type Service } from '../programs.ts';
import { startCaddy, startNginx, type Proxy } from '../proxies.ts';
import { judge, line } from '@muneem/bench/report.ts';
import { makeNextVersion, openUpgradeWorld, type UpgradeWorld } from './upgrade-world.ts';
import { startTraffic, type Traffic } from './traffic.ts';

const LONGEST_DRAIN_S = 10;
const QUIET_MS = 2_000;
const PACKAGES = { caddy: 'caddy', nginx: 'nginx-light' } as const;

/**
 * Upgrades two servers one after the other under load, and then goes back to the version before: first behind Caddy, then
 * behind nginx, with the files of deploy/. No request may fail and nothing that was acknowledged may be lost.
 */
export async function rehearseUpgrade(): Promise<boolean | 'not run'> {
  const paths = await installPrograms(PACKAGES);
  if (paths === null) return 'not run';
  const folder = await mkdtemp(join(tmpdir(), 'muneem-upgrade-'));
  const world = await openUpgradeWorld(folder);
  try {
    const { ports, tables } = world;
    const next = await makeNextVersion(folder, tables);
    const present = join(ROOT, 'server/src/main.ts');
    const servers = await Promise.all(ports.map((port) => startServer(world, present, port)));
    const kept: boolean[] = [];
    for (const [what, program, openProxy] of [
      ['to the next version, behind Caddy', next, () => startCaddy(paths.caddy, ports)],
      ['back to the version before, behind nginx', present, () => startNginx(paths.nginx, ports)],
    ] as const) {
      const proxy = await openProxy();
      try {
        line(`  ${what}`);
        kept.push(...(await replaceUnderLoad(world, servers, program, proxy)));
      } finally {
        await proxy.stop();
      }
    }
    line(`  ${await world.countOfNewMigrations()} new migrations were applied`);
    for (const server of servers) await server.stop();
    await followManual('verify-ledger', { environment: world.databaseSettings });
    line('✓ verify-ledger finds no error');
    return kept.every(Boolean);
  } finally {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const startServer = async (world: UpgradeWorld, program: string, port: number): Promise<Service> => {
  const server = startService(process.execPath, ['--max-semi-space-size=8', program], world.settingsOf(port));
  await until('the server is ready', () => isOk(`http://127.0.0.1:${port}/readyz`));
  return server;
};

async function replaceUnderLoad(
  world: UpgradeWorld,
  servers: Service[],
  program: string,
  proxy: Proxy,
): Promise<boolean[]> {
  const url = `http://127.0.0.1:${proxy.port}`;
  await until('the proxy reaches a server', () => isOk(`${url}/readyz`));
  await wait(QUIET_MS);
  const traffic = startTraffic(await world.prepareTraffic(url));
  await wait(QUIET_MS);
  let longestStopMs = 0;
  const control = createServer((request, response) => {
    const at = world.ports.indexOf(Number(request.url?.slice(1)));
    const began = performance.now();
    void servers[at]!.stop().then(() => {
      longestStopMs = Math.max(longestStopMs, performance.now() - began);
      servers[at] = startService(
        process.execPath,
        ['--max-semi-space-size=8', program],
        world.settingsOf(world.ports[at]!),
      );
      response.end();
    });
  }).listen(world.controlPort, '127.0.0.1');
  await followManual('upgrade-servers', {
    instead: {
      '3001 3002': world.ports.join(' '),
      // No systemd here: the drill stops and starts the server as the unit does.
      'sudo systemctl restart muneem@': `curl --silent --fail http://127.0.0.1:${world.controlPort}/`,
    },
  });
  await wait(QUIET_MS);
  await traffic.stop();
  control.close();
  return [
    ...judgeTraffic(traffic),
    judge('s for the longest stop', longestStopMs / 1000, '≤', LONGEST_DRAIN_S),
    judge('acknowledged postbacks lost or changed', await world.countLost(traffic.conversions), '≤', 0),
  ];
}

function judgeTraffic({ answered, failures, slowestMs }: Traffic): boolean[] {
  const all = Object.values(answered).reduce((sum, count) => sum + count, 0);
  const kinds = Object.entries(answered).map(([kind, count]) => `${count} ${kind}`);
  line(
    `  ${all + failures.length} requests: ${kinds.join(', ')}; the slowest took ${(slowestMs() / 1000).toFixed(1)} s`,
  );
  for (const failure of failures.slice(0, 10)) line(`  ${failure}`);
  return [judge('requests failed', failures.length, '≤', 0), all > 0];
}
