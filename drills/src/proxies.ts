import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@muneem/sandbox/web-kit';
import { ROOT } from './operating.ts';
import { PASSWORDS } from './postgresql.ts';
import { AS_POSTGRES, runProgram, startService, until, type Service } from './programs.ts';

export interface Proxy extends Service {
  readonly port: number;
}

/** Starts Caddy with deploy/Caddyfile, over HTTP on a free port of this machine. */
export async function startCaddy(program: string, servers: readonly number[]): Promise<Proxy> {
  const port = await freePort();
  const home = await mkdtemp(join(tmpdir(), 'muneem-caddy-'));
  const args = ['run', '--adapter', 'caddyfile', '--config', join(ROOT, 'deploy/Caddyfile')];
  const service = startService(program, args, {
    DOMAIN: `http://:${port}`,
    SERVERS: servers.map((server) => `127.0.0.1:${server}`).join(' '),
    HOME: home,
    // The drills run several at once: no port for administration.
    CADDY_ADMIN: '127.0.0.1:0',
  });
  return listening({ ...service, port }, home);
}

/** Starts nginx with deploy/nginx.conf, over HTTP on a free port of this machine. */
export async function startNginx(program: string, servers: readonly number[]): Promise<Proxy> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'muneem-nginx-'));
  const site = (await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8'))
    .replaceAll(/^ *ssl_.*\n/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/127\.0\.0\.1:300(\d)/g, (_, number) => `127.0.0.1:${servers[Number(number) - 1]}`);
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `pid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${site}}\n`,
  );
  await runProgram(program, ['-t', '-q', '-p', folder, '-c', file]);
  const service = startService(program, ['-p', folder, '-c', file, '-g', 'daemon off;']);
  return listening({ ...service, port }, folder);
}

/** Starts PgBouncer with the files of deploy/, as the container of compose.yaml does. */
export async function startPgBouncer(program: string, databasePort: number): Promise<Proxy> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'muneem-pgbouncer-'));
  await mkdir(join(folder, 'tmp'));
  for (const name of ['start-pgbouncer.sh', 'pgbouncer.ini']) {
    const text = (await readFile(join(ROOT, 'deploy', name), 'utf8'))
      .replaceAll('/tmp/', `${folder}/tmp/`)
      .replaceAll('/etc/muneem/', `${folder}/`)
      .replace('exec pgbouncer', `exec ${program}`)
      .replace('host=postgres', `host=127.0.0.1 port=${databasePort}`)
      .replace('listen_addr = *', 'listen_addr = 127.0.0.1')
      .replace('listen_port = 6432', `listen_port = ${port}`);
    await writeFile(join(folder, name), text);
  }
  await runProgram('chown', ['-R', 'postgres', folder]);
  const service = startService('setpriv', [...AS_POSTGRES, 'sh', join(folder, 'start-pgbouncer.sh')], PASSWORDS);
  return listening({ ...service, port }, folder);
}

async function listening(proxy: Proxy, folder: string): Promise<Proxy> {
  await until('the proxy listens', () => accepts(proxy.port), 10_000);
  return {
    ...proxy,
    async stop() {
      await proxy.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
