import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@muneem/sandbox/web-kit';
import { cpuUs } from './cpu.ts';

export type Program = Awaited<ReturnType<typeof startProgram>>;

/** The product's script. */
export const PRODUCT = new URL('../../../server/src/main.ts', import.meta.url);

/** The flags of `npm start`. */
const SERVER_FLAGS = ['--max-semi-space-size=8'];

/** Starts a program of this repository on a free port and waits until it answers. */
export async function startProgram(script: URL, environment: Readonly<Record<string, string>>) {
  const port = await freePort();
  const child = spawn(process.execPath, [...SERVER_FLAGS, fileURLToPath(script)], {
    env: { MALLOC_ARENA_MAX: '2', ...process.env, ...environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilAnswering(child, port);
  return {
    port,
    /** Resident memory in MB. 0 on a system without /proc. */
    memoryMb: () => residentMb(child),
    /** Processor time so far, in µs. */
    cpuUs: () => cpuUs(child.pid ?? 0),
    /** Sends SIGTERM and waits until the process has ended. */
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const START_LIMIT_MS = 60_000;

async function untilAnswering(child: ChildProcess, port: number): Promise<void> {
  const end = Date.now() + START_LIMIT_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
    try {
      await fetch(`http://127.0.0.1:${port}/readyz`);
      return;
    } catch {
      await wait(10);
    }
  }
  throw new Error('the program did not come up');
}

async function residentMb({ pid }: ChildProcess): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
