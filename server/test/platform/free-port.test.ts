import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { createTestDatabase } from '#test/test-database.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
let cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.toReversed()) await step();
  cleanUp = [];
});

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

it('takes a free port for PORT=0, and uses that port in links', async () => {
  const database = await createTestDatabase();
  cleanUp.push(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), 'muneem-port-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  const { DATABASE_URL: _none, ...environment } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...environment,
      ...database.environment,
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'info',
      APP_SECRET: 'x'.repeat(32),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUp.push(() => stop(child));
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, address, publicUrl } = JSON.parse(line) as { msg: string; address?: string; publicUrl?: string };
    if (msg !== 'listening') continue;
    expect(publicUrl).toBe(address);
    expect(publicUrl).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect((await fetch(`${publicUrl}/readyz`)).status).toBe(200);
    return;
  }
  throw new Error('the server never said that it listens');
});
