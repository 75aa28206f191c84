import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge, line } from '@muneem/bench/report.ts';
import { signInAdmin } from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import { listUsers } from '@muneem/contract/users';
import { installPrograms } from '../debian.ts';
import { followManual } from '../operating.ts';
import { isOk, runProgram, until } from '../programs.ts';
import { ADMIN, openSurroundings, SURROUNDINGS, type Closing } from '../surroundings.ts';
import { CONTAINER_TOOLS } from './base-image.ts';
import { buildImage, IMAGE, LIMITS } from './build-image.ts';

const MOST_MB = 350;
const READY_WITHIN_S = 30;

const PACKAGES = { ...CONTAINER_TOOLS, ...SURROUNDINGS } as const;

/**
 * Builds the image, starts it read-only behind Caddy, PgBouncer and PostgreSQL with the files of deploy/, and signs in.
 * The base image comes from Debian's packages, so no image registry is needed.
 */
export async function rehearseImage(): Promise<boolean | 'not run'> {
  const paths = await installPrograms(PACKAGES);
  if (paths === null) return 'not run';
  const folder = await mkdtemp(join(tmpdir(), 'muneem-image-'));
  const opened: Closing[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    opened.push(() => runProgram(paths.podman, ['rmi', '--force', IMAGE]));
    const megabytes = await buildImage(paths, folder);
    const port = await freePort();
    const { settings, publicUrl, mailbox } = await openSurroundings(paths, folder, opened, [port]);
    await appendFile(settings, `PORT=${port}\n`);
    const name = `muneem-drill-${process.pid}`;
    opened.push(() => runProgram(paths.podman, ['rm', '--force', '--ignore', '--volumes', name]));
    const starting = performance.now();
    await followManual('run-container', {
      instead: {
        'podman run': `podman --runtime ${paths.runc} run ${LIMITS}`,
        '--name muneem': `--name ${name}`,
        '/etc/muneem.env muneem': `${settings} ${IMAGE}`,
      },
    });
    await until('the container is ready', () => isOk(`http://127.0.0.1:${port}/readyz`));
    const readyS = seconds(starting);

    await until('the proxy reaches the container', () => isOk(`${publicUrl}/readyz`));
    const admin = await signInAdmin({ url: publicUrl, mailbox, ...ADMIN });
    await admin.call(listUsers, { query: {} });
    line('✓ an admin signed in with password and mailed code, through Caddy and PgBouncer');
    await followManual('container-command', { instead: { 'podman exec muneem': `${paths.podman} exec ${name}` } });
    line('✓ verify-ledger ran in the container');
    const { stopS, isSafe } = await inspectAndStop(paths.podman, name);
    return [
      judge('MB of the image, with its base and Node', megabytes, '≤', MOST_MB),
      judge('s from start to ready', readyS, '≤', READY_WITHIN_S),
      judge('s to stop, 3 s of them to leave the proxy', stopS, '≤', 10),
      isSafe,
    ].every(Boolean);
  } finally {
    for (const close of opened.toReversed()) await close();
  }
}

async function inspectAndStop(podman: string, name: string): Promise<{ stopS: number; isSafe: boolean }> {
  const inside = (...command: string[]): Promise<string> => runProgram(podman, ['exec', name, ...command]);
  await runProgram(podman, ['healthcheck', 'run', name]);
  const user = (await inside('id', '-u')).trim();
  const isReadOnly = await inside('touch', '/muneem/written').then(
    () => false,
    () => true,
  );
  const stopping = performance.now();
  await followManual('stop-container', { instead: { ' muneem': ` ${name}` } });
  const stopS = seconds(stopping);
  line(`  user ${user}, root file system ${isReadOnly ? 'read-only' : 'writable'}`);
  return { stopS, isSafe: user !== '0' && isReadOnly };
}

const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10;
