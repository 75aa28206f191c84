import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { judge, line } from '@muneem/bench/report.ts';
import { startMailbox } from '@muneem/sandbox/mailbox';
import { createPlatformClient, signInAdmin } from '@muneem/sandbox/product';
import { listUsers } from '@muneem/contract/users';
import { installPrograms } from '../debian.ts';
import { CONTAINER_TOOLS } from '../image/base-image.ts';
import { inOwnNamespaces } from '../own-namespace.ts';
import { canServicesRead, readBlock } from '../operating.ts';
import { PASSWORDS } from '../postgresql.ts';
import { isOk, until } from '../programs.ts';
import { ADMIN, writeSettings } from '../surroundings.ts';
import { makeMachineImage, startMachines, type DebianMachine } from './debian-machines.ts';

const PACKAGES = { ...CONTAINER_TOOLS, ip: 'iproute2' } as const;
/** The services that the manual starts. */
const URLS = ['http://127.0.0.1:3001', 'http://127.0.0.1:3002'] as const;
const PUBLIC_URL = 'http://127.0.0.1';
const USERS = ['before-backup', 'after-switchover', 'after-lost-machine', 'after-chosen-second'] as const;
/** The password of the roles that Patroni creates. */
const PASSWORD = 'of-the-drill';
const PLATFORM_API_KEY = 'platform-key-of-the-drill';
const HEALTHY_WITHIN_MS = 120_000;
const PAUSE_MS = 1_000;

/**
 * Follows docs/operating.md on empty Debian machines as a new operator does: three machines for the database, two
 * servers, a switchover, a lost machine, a backup, and a restore of the cluster to a second.
 */
export async function rehearseInstall(): Promise<boolean | 'not run'> {
  const paths = await installPrograms(PACKAGES);
  if (paths === null || !canServicesRead()) return 'not run';
  const folder = await mkdtemp(join(tmpdir(), 'muneem-install-'));
  try {
    // In the namespace no package can be fetched.
    const image = await makeMachineImage(paths, folder);
    const outcome = await inOwnNamespaces('install', ['--net']);
    if (outcome !== undefined) return outcome;
    const mailbox = await startMailbox();
    const settings = join(folder, 'muneem.env');
    const at = (role: string, password: string, port: number): string =>
      `postgres://${role}:${password}@127.0.0.1:${port}/muneem`;
    await writeSettings(settings, {
      DATABASE_URL: at('muneem_app', PASSWORDS.APP_PASSWORD, 5000),
      DATABASE_OWNER_URL: at('muneem_owner', PASSWORDS.OWNER_PASSWORD, 5000),
      DATABASE_READ_URL: at('muneem_app', PASSWORDS.APP_PASSWORD, 5001),
      APP_SECRET: 'secret-of-the-drill-0123456789-0123456789',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SMTP_URL: mailbox.smtpUrl,
      PUBLIC_URL,
      TRUST_PROXY: '1',
      DRAIN_S: '3',
      PLATFORM_API_KEY,
    });
    const world = await startMachines(paths, image, folder, settings);
    try {
      await world.start();
      return await operate(world, mailbox);
    } finally {
      await world.remove();
      await mailbox.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type World = Awaited<ReturnType<typeof startMachines>>;

async function install({ databases, servers }: World): Promise<void> {
  const [first, ...others] = databases as [DebianMachine, ...DebianMachine[]];
  await Promise.all(databases.map((machine) => machine.follow('install-database-machine')));
  await Promise.all(databases.map((machine) => machine.follow('start-etcd')));
  await first.follow('enable-patroni');
  await untilMembers(first, /Leader/);
  for (const machine of others) await machine.follow('enable-patroni');
  await untilHealthy(databases);
  await servers.follow('install-haproxy');
  // Until HAProxy has asked Patroni, it may lead to a standby, which refuses the first statement.
  await until('HAProxy leads to the primary', () =>
    servers.follow('create-database-through-proxy', { ...PASSWORDS, PGPASSWORD: PASSWORD }).then(() => true),
  );
  await servers.follow('install-service');
  await servers.follow('install-caddy', {}, { 'admin.example.com': PUBLIC_URL });
  await untilReady();
  line(await first.follow('show-cluster'));
}

async function restore({ databases, servers }: World, chosen: string): Promise<void> {
  await servers.follow('stop-servers');
  const primary = await untilHealthy(databases);
  const standbys = databases.filter((machine) => machine !== primary);
  for (const machine of [...standbys, primary]) await machine.follow('stop-patroni');
  await primary.follow('cluster-restore', { RESTORE_TO: chosen });
  await primary.follow('start-patroni');
  await untilMembers(primary, /Leader/);
  for (const machine of standbys) await machine.follow('start-patroni');
  await untilHealthy(databases);
  await servers.follow('start-servers');
  await untilReady();
}

async function operate(world: World, mailbox: Awaited<ReturnType<typeof startMailbox>>): Promise<boolean> {
  const { databases, servers } = world;
  const installing = performance.now();
  await install(world);
  const installedS = since(installing);

  const admin = await signInAdmin({ url: PUBLIC_URL, mailbox, ...ADMIN });
  await addUser(USERS[0]);
  for (const machine of databases) await machine.follow('install-pgbackrest');
  await (await untilHealthy(databases)).follow('archive-in-cluster');
  await (await untilHealthy(databases)).follow('pgbackrest-backup');

  const planned = await untilHealthy(databases);
  const switching = performance.now();
  await planned.follow('switch-over');
  await addUser(USERS[1]);
  const switchedS = since(switching);

  const lost = await untilHealthy(databases);
  const losing = performance.now();
  await lost.kill();
  await addUser(USERS[2]);
  const replacedS = since(losing);
  await lost.start();
  await untilHealthy(databases);
  await admin.call(listUsers, { query: {} });
  await wait(PAUSE_MS);
  const chosen = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
  await wait(PAUSE_MS);
  await addUser(USERS[3]);

  const restoring = performance.now();
  await restore(world, chosen);
  const restoredS = since(restoring);

  const [asService = ''] = readBlock('service-command').split('npm run');
  await servers.follow('confirm-restore', {}, { 'npm run': `${asService}npm run` });
  await servers.follow('service-command');
  const platform = createPlatformClient({ url: PUBLIC_URL, key: PLATFORM_API_KEY });
  const known = await Promise.all(USERS.map(async (uid) => (await platform.balance(uid)) !== undefined));
  // The drill `failover` judges the times.
  line(`${installedS.toFixed(1)} s from empty machines to two servers on a cluster`);
  line(`${switchedS.toFixed(1)} s from the switchover to a write`);
  line(`${replacedS.toFixed(1)} s from the loss of the primary to a write`);
  line(`${restoredS.toFixed(1)} s from the stop of the servers to two servers on the restored cluster`);
  return [
    judge(
      'users lost of 3 from before the chosen second',
      known.slice(0, 3).filter((isKnown) => !isKnown).length,
      '≤',
      0,
    ),
    judge('users of a later second', known.slice(3).filter(Boolean).length, '≤', 0),
  ].every(Boolean);
}

const since = (from: number): number => (performance.now() - from) / 1_000;

const untilReady = async (): Promise<void> => {
  for (const url of [...URLS, PUBLIC_URL]) await until('a server is ready', () => isOk(`${url}/readyz`));
};

const untilMembers = (machine: DebianMachine, expected: RegExp): Promise<void> =>
  until(
    'the cluster is as expected',
    async () => expected.test(await machine.follow('show-cluster')),
    HEALTHY_WITHIN_MS,
  );

/** Waits until the manual calls the cluster healthy. @returns the Leader */
async function untilHealthy(machines: readonly DebianMachine[]): Promise<DebianMachine> {
  let leader: DebianMachine | undefined;
  await until(
    'the cluster is healthy',
    async () => {
      const members = (await machines[0]!.follow('show-cluster'))
        .split('\n')
        .filter((text) => text.includes('10.0.0.'));
      const isWhole = members.length === machines.length && members.every((text) => /running|streaming/.test(text));
      leader = machines.find(({ name }) => members.some((text) => text.includes(name) && text.includes('Leader')));
      return isWhole && members.some((text) => text.includes('Sync Standby'));
    },
    HEALTHY_WITHIN_MS,
  );
  return leader!;
}

/** Creates a user through the first server, as the consumer app does: again until it is accepted. */
const addUser = (uid: string): Promise<void> =>
  until('a user is created', async () => {
    const { ok } = await fetch(`${PUBLIC_URL}/api/platform/users`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${PLATFORM_API_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': uid,
      },
      body: JSON.stringify({ uid, name: uid, email: `${uid}@mail.example`, phone: '+919000012345', gender: 'Female' }),
    });
    return ok;
  });
