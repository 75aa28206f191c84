import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInAdmin } from '@muneem/sandbox/product';
import { startMailbox } from '@muneem/sandbox/mailbox';
import { listUsers } from '@muneem/contract/users';
import { installPrograms } from '../debian.ts';
import { followManual, ROOT } from '../operating.ts';
import { startPostgresql } from '../postgresql.ts';
import { freePort, isOk, runProgram, until } from '../programs.ts';
import { startCaddy, startPgBouncer } from '../proxies.ts';
import { judge, line } from '../report.ts';
import { makeBaseImage, writeNpmSettings } from './base-image.ts';

const MOST_MB = 350;
const READY_WITHIN_S = 30;
const ADMIN = { email: 'owner@drill.example', password: 'of-the-drill' };
const BYTES_PER_MB = 1_000_000;
/** Limits that root may set here. Podman's own are higher than some machines allow. */
const LIMITS = '--ulimit nofile=4096:4096 --ulimit nproc=4096:4096';

const PACKAGES = {
  buildah: 'buildah',
  debootstrap: 'debootstrap',
  podman: 'podman',
  runc: 'runc',
  caddy: 'caddy',
  pgbouncer: 'pgbouncer',
  initdb: 'postgresql-15',
  pg_ctl: 'postgresql-15',
  psql: 'postgresql-client-15',
  setpriv: 'util-linux',
} as const;
type Paths = Readonly<Record<keyof typeof PACKAGES, string>>;
const IMAGE = 'localhost/muneem-drill';

/**
 * Builds the image, starts it read-only behind Caddy, PgBouncer and PostgreSQL with the files of deploy/, and signs in.
 * The base image comes from Debian's packages, so no image registry is needed.
 */
export async function rehearseImage(): Promise<boolean | 'not run'> {
  const found = await installPrograms(PACKAGES);
  if ('missing' in found) {
    line(found.missing);
    return 'not run';
  }
  const { paths } = found;
  const folder = await mkdtemp(join(tmpdir(), 'muneem-image-'));
  const opened: Closing[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    opened.push(() => runProgram(paths.podman, ['rmi', '--force', IMAGE]));
    const megabytes = await buildImage(paths, folder);
    const { settings, port, publicUrl, mailbox } = await openSurroundings(paths, folder, opened);
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

type Closing = () => Promise<unknown>;

/** @returns the image's size in MB */
async function buildImage(paths: Paths, folder: string): Promise<number> {
  const npm = join(folder, 'npmrc');
  await writeNpmSettings(npm);
  const base = await makeBaseImage(paths);
  const building = performance.now();
  await followManual('build-image', {
    environment: { BUILDAH_ISOLATION: 'chroot' },
    instead: {
      '--tag muneem': `--tag ${IMAGE} --layers=false --build-arg BASE=${base} --secret id=npmrc,src=${npm} --volume /etc/ssl/certs:/etc/ssl/certs:ro`,
    },
  });
  line(`  built in ${seconds(building)} s`);
  const bytes = await runProgram(paths.podman, ['image', 'inspect', '--format', '{{.Size}}', IMAGE]);
  return Number(bytes) / BYTES_PER_MB;
}

/** Starts everything that compose.yaml puts around a server, and writes the server's settings into a file. */
async function openSurroundings(paths: Paths, folder: string, opened: Closing[]) {
  const database = await startPostgresql(paths);
  opened.push(() => database.stop());
  const bouncer = await startPgBouncer(paths.pgbouncer, database.port);
  opened.push(() => bouncer.stop());
  const mailbox = await startMailbox();
  opened.push(() => mailbox.close());
  const port = await freePort();
  const proxy = await startCaddy(paths.caddy, [port]);
  opened.push(() => proxy.stop());
  const publicUrl = `http://127.0.0.1:${proxy.port}`;
  const settings = join(folder, 'muneem.env');
  await writeSettings(settings, {
    ...database.settings(bouncer.port),
    APP_SECRET: 'secret-of-the-image-drill-0123456789',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SMTP_URL: mailbox.smtpUrl,
    PUBLIC_URL: publicUrl,
    PORT: String(port),
    TRUST_PROXY: '1',
    DRAIN_S: '3',
  });
  return { settings, port, publicUrl, mailbox };
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
  await runProgram(podman, ['stop', '--time', '12', name]);
  const stopS = seconds(stopping);
  const code = (await runProgram(podman, ['inspect', '--format', '{{.State.ExitCode}}', name])).trim();
  line(`  user ${user}, root file system ${isReadOnly ? 'read-only' : 'writable'}, ended with ${code}`);
  return { stopS, isSafe: user !== '0' && isReadOnly && code === '0' };
}

const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10;

/** Fills in the example's settings, and adds the others. */
async function writeSettings(file: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const example = await readFile(join(ROOT, 'deploy/muneem.env.example'), 'utf8');
  const kept = example.split('\n').filter((text) => !(text.split('=')[0]! in settings) && !text.endsWith('='));
  await writeFile(file, kept.join('\n'), { mode: 0o600 });
  for (const [name, value] of Object.entries(settings)) await appendFile(file, `${name}=${value}\n`);
}
