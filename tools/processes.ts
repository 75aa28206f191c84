import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const running = new Set<ChildProcess>();

/** Runs a program with our terminal until it ends. @returns its exit code. */
export function runVisibly(program: string, args: readonly string[], options: RunOptions = {}): Promise<number> {
  const child = spawn(program, args, { ...place(options), stdio: 'inherit' });
  return ended(child);
}

/** Runs a program and keeps what it writes. */
export async function runQuietly(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  const child = spawn(program, args, { ...place(options), stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await ended(child);
  return { code, stdout, stderr };
}

/** A command of an installed package, by its full path. */
export const installed = (name: string): string => join(ROOT, 'node_modules', '.bin', name);

/** Passes the signals that end us on to what we have started; its exit code becomes ours. */
export function passSignalsOn(): void {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopAll(signal));
  }
  // The terminal sends Ctrl-C to the children as well.
  process.on('SIGINT', () => undefined);
}

export function stopAll(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}

function ended(child: ChildProcess): Promise<number> {
  running.add(child);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

const place = ({ cwd = ROOT, env = {} }: RunOptions): { cwd: string; env: NodeJS.ProcessEnv } => ({
  cwd,
  env: { ...process.env, ...env },
});
