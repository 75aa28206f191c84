import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { judge, line } from '@muneem/bench/report.ts';
import { listUsers } from '@muneem/contract/users';
import { startMailbox, type Mailbox } from '@muneem/sandbox/mailbox';
import { signInAdmin, type AdminSession } from '@muneem/sandbox/product';
import { installPrograms } from '../debian.ts';
import { CONTAINER_TOOLS } from '../image/base-image.ts';
import { buildImage, IMAGE, LIMITS } from '../image/build-image.ts';
import { followManual, ROOT } from '../operating.ts';
import { isOk, runProgram, startService, until } from '../programs.ts';
import { ADMIN, writeSettings, type Closing } from '../surroundings.ts';
import { makeStandIns } from './stand-ins.ts';

const READY_WITHIN_S = 60;
const STOPPED_WITHIN_S = 12;
const PUBLISHED = ['--network', 'podman', '--publish', '80:80', '--publish', '443:443'];
const URL_OF_PROXY = 'https://localhost';

const PACKAGES = {
  ...CONTAINER_TOOLS,
  'docker-compose': 'docker-compose',
  netavark: 'netavark',
  'aardvark-dns': 'aardvark-dns',
} as const;
type Paths = Readonly<Record<keyof typeof PACKAGES, string>>;

/**
 * Runs deploy/compose.yaml with Docker Compose and podman: an admin signs in, one server is stopped and started, and
 * everything is stopped and started again. Needs the ports 80 and 443 of this machine.
 */
export async function rehearseCompose(): Promise<boolean | 'not run'> {
  const paths = await installPrograms(PACKAGES);
  if (paths === null) return 'not run';
  const folder = await mkdtemp(join(tmpdir(), 'muneem-compose-'));
  const opened: Closing[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    opened.push(() => runProgram(paths.podman, ['rmi', '--force', IMAGE]));
    await buildImage(paths, folder);
    if (!(await canPublish(paths))) return 'not run';
    await makeStandIns(paths, folder, opened);
    // Containers reach this machine through their bridge.
    const mailbox = await startMailbox({ smtpHost: '0.0.0.0' });
    opened.push(() => mailbox.close());
    const stack = await prepareStack(paths, folder, mailbox, opened);

    const firstS = await stack.start();
    opened.push(await trustProxy(paths.podman, stack.containerOf('proxy')));
    await until('the proxy answers', () => isOk(`${URL_OF_PROXY}/readyz`));
    const admin = await signIn(mailbox);
    line('✓ an admin signed in with password and mailed code, through Caddy over HTTPS');
    const { failed, exitCode } = await stopOneServer(stack, admin);
    const stopS = await timed(() => stack.follow('stop-compose'));
    const secondS = await stack.start();
    await until('the proxy answers', () => isOk(`${URL_OF_PROXY}/readyz`));
    await signIn(mailbox);
    line('✓ the data outlives a stop: the admin signed in again');
    return [
      judge('s from the first start to both servers ready', firstS, '≤', READY_WITHIN_S),
      judge('failed requests while one server stops and starts', failed, '≤', 0),
      judge('exit code of the stopped server', exitCode, '≤', 0),
      judge('s to stop all', stopS, '≤', STOPPED_WITHIN_S),
      judge('s from the second start to both servers ready', secondS, '≤', READY_WITHIN_S),
    ].every(Boolean);
  } finally {
    for (const close of opened.toReversed()) await close();
  }
}

/** Whether a container can have the ports of compose.yaml: other programs may use them, or the kernel has no bridges. */
const canPublish = ({ podman, runc }: Paths): Promise<boolean> =>
  runProgram(podman, ['--runtime', runc, 'run', '--rm', ...LIMITS.split(' '), ...PUBLISHED, IMAGE, 'true']).then(
    () => true,
    (error: unknown) => {
      line(`  a container cannot publish the ports 80 and 443: ${(error as Error).message}`);
      return false;
    },
  );

type Stack = Awaited<ReturnType<typeof prepareStack>>;

/** Copies deploy/, fills in its settings, and starts podman's service, which Docker Compose uses in place of Docker. */
async function prepareStack(paths: Paths, folder: string, mailbox: Mailbox, opened: Closing[]) {
  const project = `muneem-drill-${process.pid}`;
  const deploy = join(folder, 'deploy');
  const file = join(deploy, 'compose.yaml');
  await cp(join(ROOT, 'deploy'), deploy, { recursive: true });
  const passwords = ['POSTGRES', 'OWNER', 'APP'].map((role) => `${role}_PASSWORD=${role.toLowerCase()}-of-the-drill\n`);
  const settings = `COMPOSE_PROJECT_NAME=${project}\nDOMAIN=localhost\nMUNEEM_IMAGE=${IMAGE}\n${passwords.join('')}`;
  await writeFile(join(deploy, '.env'), settings);
  await writeSettings(join(deploy, 'muneem.env'), {
    APP_SECRET: 'secret-of-the-drill-0123456789-0123456789',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SMTP_URL: `smtp://host.containers.internal:${new URL(mailbox.smtpUrl).port}`,
  });
  const environment = { DOCKER_HOST: `unix://${folder}/podman.sock` };
  await startPodman(paths, folder, environment.DOCKER_HOST, opened);
  const compose = (...args: string[]): Promise<string> =>
    runProgram(paths['docker-compose'], ['--file', file, ...args], environment);
  opened.push(() => compose('down', '--volumes', '--rmi', 'local', '--timeout', '5'));
  const containerOf = (service: string): string => `${project}_${service}_1`;
  const follow = (block: string): Promise<string> =>
    followManual(block, {
      environment,
      instead: { 'docker compose': paths['docker-compose'], 'deploy/compose.yaml': file },
    });
  const start = (): Promise<number> =>
    timed(async () => {
      await checkHealthDuring(paths.podman, containerOf('postgres'), follow('start-compose'));
      for (const server of ['muneem1', 'muneem2']) await isReady(paths.podman, containerOf(server));
    });
  return { compose, containerOf, follow, start, podman: paths.podman };
}

async function startPodman(paths: Paths, folder: string, socket: string, opened: Closing[]): Promise<void> {
  const file = join(folder, 'containers.conf');
  // The same as LIMITS.
  const limits = 'default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]';
  await writeFile(file, `[containers]\n${limits}\n[engine]\nruntime = "runc"\n`);
  const podman = startService(paths.podman, ['system', 'service', '--time=0', socket], {
    CONTAINERS_CONF: file,
    BUILDAH_ISOLATION: 'chroot',
  });
  opened.push(() => podman.stop());
  await until('podman serves', () => runProgram(paths.podman, ['--url', socket, 'version']).then(() => true));
}

/** Podman leaves health checks to systemd, which may not run here. Compose waits for the database's one. */
async function checkHealthDuring(podman: string, container: string, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  over.catch(() => undefined);
  while (!isOver) {
    await runProgram(podman, ['healthcheck', 'run', container]).catch(() => undefined);
    await wait(200);
  }
  await over;
}

async function isReady(podman: string, container: string): Promise<void> {
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
  const address = (await runProgram(podman, ['inspect', '--format', format, container])).trim();
  await until(`${container} is ready`, () => isOk(`http://${address}:3000/readyz`));
}

/** Lets this process trust Caddy's own authority. @returns a function that ends it */
async function trustProxy(podman: string, container: string): Promise<Closing> {
  const before = getCACertificates('default');
  const root = '/data/caddy/pki/authorities/local/root.crt';
  setDefaultCACertificates([...before, await runProgram(podman, ['exec', container, 'cat', root])]);
  return () => Promise.resolve(setDefaultCACertificates(before));
}

const signIn = (mailbox: Mailbox): Promise<AdminSession> => signInAdmin({ url: URL_OF_PROXY, mailbox, ...ADMIN });

/** Stops and starts one server while the admin works. */
async function stopOneServer(stack: Stack, admin: AdminSession): Promise<{ failed: number; exitCode: number }> {
  const container = stack.containerOf('muneem1');
  let exitCode = -1;
  let isOver = false;
  const work = (async () => {
    await stack.compose('stop', 'muneem1');
    exitCode = Number(await runProgram(stack.podman, ['inspect', '--format', '{{.State.ExitCode}}', container]));
    await stack.compose('start', 'muneem1');
    await isReady(stack.podman, container);
  })().finally(() => (isOver = true));
  work.catch(() => undefined);
  let asked = 0;
  let failed = 0;
  while (!isOver) {
    asked += 1;
    await admin.call(listUsers, { query: {} }).catch(() => (failed += 1));
    await wait(50);
  }
  await work;
  line(`  ${asked} requests while one server stopped and started`);
  return { failed, exitCode };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return Math.round((performance.now() - start) / 100) / 10;
}
