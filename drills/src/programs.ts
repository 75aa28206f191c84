import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const KEPT_OUTPUT = 4_000;
const run = promisify(execFile);

/** Runs a program to its end. @returns what it printed. @throws Error with its output if it fails */
export const runProgram = async (
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> =>
  (await run(program, [...args], { env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024 })).stdout;

/** Debian's account of PostgreSQL. Its programs refuse to run as root. */
export const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];

export interface Service {
  stop(): Promise<void>;
}

/** Starts a program that runs until it is stopped. It ends with this process. */
export function startService(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Service {
  const child: ChildProcess = spawn(program, [...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-KEPT_OUTPUT)));
  let isStopping = false;
  child.once('close', (code) => {
    if (!isStopping) process.stderr.write(`${program} ended with ${code}:\n${output}\n`);
  });
  const endWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  return {
    async stop() {
      isStopping = true;
      process.off('exit', endWithUs);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'close');
    },
  };
}

/** Polls until the condition is true. @throws Error after `withinMs` */
export async function until(what: string, isTrue: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what}: not within ${withinMs / 1000} s`);
    await wait(50);
  }
}

/** Returns whether a GET is answered with success. */
export const isOk = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
