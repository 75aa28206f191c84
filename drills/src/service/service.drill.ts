import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInAdmin } from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import { installPrograms } from '../debian.ts';
import { CONTAINER_TOOLS } from '../image/base-image.ts';
import { makeSystemdImage } from '../image/systemd-image.ts';
import { canServicesRead, followManual, ROOT } from '../operating.ts';
import { isOk, runProgram, until } from '../programs.ts';
import { judge, line } from '@muneem/bench/report.ts';
import { ADMIN, openSurroundings, SURROUNDINGS, type Closing } from '../surroundings.ts';

const READY_WITHIN_S = 60;
const PRIVILEGED = [
  '--systemd=always',
  '--privileged',
  '--network=host',
  '--ulimit=nofile=4096:4096',
  '--ulimit=nproc=4096:4096',
];

/**
 * Installs two servers as services of a real systemd, in a container, by the commands of docs/operating.md. Signs in,
 * and replaces both servers while the proxy serves.
 */
export async function rehearseService(): Promise<boolean | 'not run'> {
  const paths = await installPrograms({ ...CONTAINER_TOOLS, ...SURROUNDINGS });
  if (paths === null || !canServicesRead()) return 'not run';
  const folder = await mkdtemp(join(tmpdir(), 'muneem-service-'));
  const opened: Closing[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const ports = [await freePort(), await freePort()] as const;
    const { settings, publicUrl, mailbox } = await openSurroundings(paths, folder, opened, ports);
    const machine = `muneem-machine-${process.pid}`;
    const image = await makeSystemdImage(paths, folder);
    opened.push(() => runProgram(paths.podman, ['rm', '--force', '--ignore', machine]));
    const mounts = ['-v', `${ROOT}:/opt/muneem:ro`, '-v', `${settings}:/muneem.env:ro`];
    await runProgram(paths.podman, [
      '--runtime',
      paths.runc,
      'run',
      '--detach',
      '--name',
      machine,
      ...PRIVILEGED,
      ...mounts,
      image,
    ]);
    const inside = (...command: string[]) => runProgram(paths.podman, ['exec', machine, ...command]);
    await until('systemd runs', async () => (await inside('systemctl', 'is-system-running')).trim() === 'running');

    const here = {
      'sudo ': `${paths.podman} exec --workdir /opt/muneem ${machine} `,
      'deploy/muneem.env.example': '/muneem.env',
      'muneem@3001 muneem@3002': ports.map((port) => `muneem@${port}`).join(' '),
      '3001 3002': ports.join(' '),
    };
    const link = join(folder, 'muneem');
    await followManual('place-version', { instead: { 'sudo ': '', '/opt/muneem': link } });
    const starting = performance.now();
    await followManual('install-service', { instead: here });
    for (const port of ports) await until('a service is ready', () => isOk(`http://127.0.0.1:${port}/readyz`));
    const readyS = (performance.now() - starting) / 1000;
    await until('the proxy reaches a server', () => isOk(`${publicUrl}/readyz`));
    await signInAdmin({ url: publicUrl, mailbox, ...ADMIN });
    line('✓ an admin signed in through Caddy and two services');
    await followManual('service-command', { instead: here });
    line('✓ verify-ledger ran beside the services');
    const before = await startTimes(inside, ports);
    await followManual('upgrade-servers', { instead: here });
    const after = await startTimes(inside, ports);
    const restarted = after.filter((time, at) => time !== before[at]).length;
    const exposure = await inside('systemd-analyze', 'security', '--no-pager', `muneem@${ports[0]}`);
    line(`  systemd-analyze security: ${exposure.trim().split('\n').at(-1)?.replace(/^\W+/, '')}`);
    return [
      judge('s from installation to two ready services', readyS, '≤', READY_WITHIN_S),
      judge('services replaced', restarted, '≥', ports.length),
    ].every(Boolean);
  } finally {
    for (const close of opened.toReversed()) await close();
  }
}

const startTimes = (inside: (...command: string[]) => Promise<string>, ports: readonly number[]): Promise<string[]> =>
  Promise.all(ports.map((port) => inside('systemctl', 'show', '--value', '-p', 'ExecMainPID', `muneem@${port}`)));
