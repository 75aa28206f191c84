import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSystemdImage } from '../image/systemd-image.ts';
import { followManual, readBlock, ROOT } from '../operating.ts';
import { runProgram, until } from '../programs.ts';

/** The machine that runs Muneem. It shares the drill's own network. */
const SERVERS = 'servers';
const DATABASES = ['node1', 'node2', 'node3'] as const;
/** The blocks of the manual that install packages. */
const INSTALLING = ['install-caddy', 'install-database-machine', 'install-haproxy', 'install-pgbackrest'];
const BRIDGE = 'br0';
/** The addresses in the files of deploy/ are 10.0.0.1 to 10.0.0.3. */
const NETWORK = '10.0.0';
const STARTED_WITHIN_MS = 60_000;
const LIMITS = ['--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096'];

export type Programs = Readonly<Record<'podman' | 'runc' | 'buildah' | 'debootstrap' | 'ip', string>>;

/** A machine: a container with its own systemd and Debian's packages, none of them configured. */
export interface DebianMachine {
  readonly name: string;
  /** Runs a program as root. */
  run(...command: string[]): Promise<string>;
  /** Runs one block of docs/operating.md as it is written, in /opt/muneem. */
  follow(
    block: string,
    environment?: Readonly<Record<string, string>>,
    instead?: Readonly<Record<string, string>>,
  ): Promise<string>;
  /** Like a power cut. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Installs the packages that the manual names, once. Machines in a namespace reach no package server. @returns its name */
export async function makeMachineImage(programs: Programs, folder: string): Promise<string> {
  const packages = INSTALLING.flatMap((block) =>
    [...readBlock(block).matchAll(/apt-get install --yes (.+)/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const image = `localhost/muneem-drill-machine:${packages.join('-')}`;
  if ((await runProgram(programs.buildah, ['images', '-q', image]).catch(() => '')) !== '') return image;
  const systemd = await makeSystemdImage(programs, folder);
  const install = `apt-get update -q && apt-get install -y -q --no-install-recommends sudo curl ${packages.join(' ')}`;
  // Services start with the machine, as after an installation by hand.
  const policy = `printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d`;
  const file = join(folder, 'Containerfile');
  await writeFile(
    file,
    `FROM ${systemd}\nRUN ${policy} && ${install} && rm /usr/sbin/policy-rc.d\nCMD ["/sbin/init"]\n`,
  );
  await runProgram(programs.buildah, ['build', '--isolation', 'chroot', '-q', '-t', image, '-f', file, folder]);
  return image;
}

interface Container {
  readonly machine: DebianMachine;
  readonly remove: () => Promise<unknown>;
}

/** @param connect gives the process of a started machine a network */
async function createMachine(
  { podman: program, runc }: Programs,
  image: string,
  name: string,
  options: readonly string[],
  connect: (pid: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<Container> {
  const container = `muneem-${name}-${process.pid}`;
  const podman = (...words: string[]): Promise<string> => runProgram(program, ['--runtime', runc, ...words]);
  const run: DebianMachine['run'] = (...command) => podman('exec', container, ...command);
  const state = (): Promise<string> => run('systemctl', 'is-system-running').catch(({ stdout }) => stdout);
  const kinds = ['--systemd=always', '--privileged', ...LIMITS, ...options];
  await podman('create', '--name', container, ...kinds, image);
  return {
    machine: {
      name,
      run,
      follow(block, environment = {}, instead = {}) {
        const variables = Object.keys(environment).flatMap((each) => ['--env', each]);
        const inside = [program, 'exec', '--workdir', '/opt/muneem', ...variables, container];
        return followManual(block, { environment, instead, inside });
      },
      kill: async () => void (await podman('kill', container)),
      async start() {
        await podman('start', container);
        await connect((await podman('inspect', '--format', '{{.State.Pid}}', container)).trim());
        await until(`${name} has started`, async () => /running|degraded/.test(await state()), STARTED_WITHIN_MS);
      },
    },
    remove: () => podman('rm', '--force', '--ignore', container),
  };
}

/** Starts three machines for the database on one bridge, and one for Muneem. Each has the files of its operator. */
export async function startMachines(programs: Programs, image: string, folder: string, settings: string) {
  const ip = (...words: string[]): Promise<string> => runProgram(programs.ip, words);
  await ip('link', 'add', BRIDGE, 'type', 'bridge');
  await ip('addr', 'add', `${NETWORK}.4/24`, 'dev', BRIDGE);
  await ip('link', 'set', BRIDGE, 'up');
  const repository = join(folder, 'repository');
  await mkdir(repository);
  await chmod(repository, 0o777);
  const mount = (...paths: string[]): string[] => paths.flatMap((path) => ['-v', path]);
  const all: Container[] = [];
  for (const [index, name] of DATABASES.entries()) {
    const files = join(folder, name);
    await mkdir(files);
    await fillIn(files, index + 1);
    const mounts = mount(`${files}:/opt/muneem/deploy:ro`, `${repository}:/var/lib/pgbackrest`);
    const connect = async (pid: string): Promise<void> => {
      const inside = (...words: string[]): Promise<string> =>
        runProgram('nsenter', ['-t', pid, '-n', programs.ip, ...words]);
      await ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid);
      await ip('link', 'set', name, 'master', BRIDGE, 'up');
      await inside('addr', 'add', `${NETWORK}.${index + 1}/24`, 'dev', 'eth0');
      await inside('link', 'set', 'eth0', 'up');
    };
    const options = ['--network=none', `--hostname=${name}`, ...mounts];
    all.push(await createMachine(programs, image, name, options, connect));
  }
  const mounts = mount(`${ROOT}:/opt/muneem:ro`, `${settings}:/opt/muneem/deploy/muneem.env.example:ro`);
  const servers = await createMachine(programs, image, SERVERS, ['--network=host', ...mounts]);
  const machines = all.map(({ machine }) => machine);
  return {
    databases: machines,
    servers: servers.machine,
    start: async () => void (await Promise.all([...machines, servers.machine].map((machine) => machine.start()))),
    remove: () => Promise.all([...all, servers].map(({ remove }) => remove())),
  };
}

/** Fills in the files of deploy/ for one database machine, as its operator does. */
async function fillIn(files: string, number: number): Promise<void> {
  const own = (text: string): string =>
    text.replaceAll('node1', `node${number}`).replaceAll('10.0.0.1', `${NETWORK}.${number}`);
  const read = (name: string): Promise<string> => readFile(join(ROOT, 'deploy', name), 'utf8');
  const etcd = (await read('etcd.env'))
    .split('\n')
    .map((text) => (text.startsWith('ETCD_INITIAL_CLUSTER=') ? text : own(text)));
  const filled = {
    'etcd.env': etcd.join('\n'),
    'patroni.env': own(await read('patroni.env')).replaceAll(/PASSWORD=$/gm, 'PASSWORD=of-the-drill'),
    'patroni.yaml': await read('patroni.yaml'),
    'pgbackrest.conf': (await read('pgbackrest.conf'))
      .replace('# Add repo1-cipher-pass here', 'repo1-cipher-pass=of-the-drill\n# It is')
      .replace('/var/lib/postgresql/15/main', '/var/lib/postgresql/15/patroni'),
  };
  for (const [name, text] of Object.entries(filled)) await writeFile(join(files, name), text);
}
