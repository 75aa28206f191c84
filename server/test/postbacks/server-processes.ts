import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { get, type Agent as HttpAgent } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { PostbackAnswer } from '@muneem/contract/postbacks';
import { expect } from 'vitest';
import type { TestDatabase } from '../test-database.ts';

export const APP_SECRET = 'crash-secret-crash-secret-crash-secret';
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

interface ServerProcess {
  readonly port: number;
  readonly child: ChildProcess;
}

const children = new Set<ChildProcess>();
export const killServers = (): void => children.forEach((child) => void child.kill('SIGKILL'));

/** The product in a process of its own, on a database that is there; resolves when it is ready. */
export async function startServer(database: TestDatabase, dataDir: string): Promise<ServerProcess> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const environment = {
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    APP_SECRET,
    PORT: String(port),
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.add(child);
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200);
  return { port, child };
}

/** @returns undefined when the connection broke before the whole answer was there */
export function ask(agent: HttpAgent, url: string): Promise<PostbackAnswer | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('error', () => resolve(undefined));
      response.on('end', () => resolve(response.complete ? (JSON.parse(text) as PostbackAnswer) : undefined));
    });
    request.on('error', () => resolve(undefined));
  });
}

export function shuffle(list: unknown[]): void {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(Math.random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
}
