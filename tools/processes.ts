import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
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

/** Thrown instead of starting another program after we received a signal to end. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

const running = new Set<ChildProcess>();
let ending = false;

/** Runs a program in our terminal. @returns its exit code */
export function runVisibly(program: string, args: readonly string[], options: RunOptions = {}): Promise<number> {
  return ended(start(program, args, options, 'inherit'));
}

/** Runs a program and returns its output. */
export async function runQuietly(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  const child = start(program, args, options, ['ignore', 'pipe', 'pipe']);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await ended(child);
  return { code, stdout, stderr };
}

/** Returns the full path of an installed package's command. */
export const installed = (name: string): string => join(ROOT, 'node_modules', '.bin', name);

/** Forwards SIGTERM and SIGHUP to the started programs. The exit code of the last one becomes ours. */
export function passSignalsOn(): void {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      ending = true;
      stopAll(signal);
    });
  }
  // A killed parent forwards nothing, so we watch for its end.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stopAll('SIGTERM'), 1_000).unref();
  // The terminal also sends Ctrl-C to the children.
  process.on('SIGINT', () => (ending = true));
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

function start(program: string, args: readonly string[], options: RunOptions, stdio: StdioOptions): ChildProcess {
  if (ending) throw new Interrupted();
  const { cwd = ROOT, env = {} } = options;
  return spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio });
}
