import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { vi } from 'vitest';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const urlOf = (name: string): URL => new URL(`../src/${name}.ts`, import.meta.url);

/** Runs a command the way an operator does. */
export async function command(name: string, args: readonly string[], environment: Environment): Promise<Ended> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [urlOf(name).pathname, ...args], {
      env: { ...process.env, ...environment },
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Ended;
  }
}

let runs = 0;

/** Runs a command in this process: a process of its own would need ten times as long to load it as to run it. */
export async function commandHere(name: string, args: readonly string[], environment: Environment): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    }),
  );
  for (const [key, value] of Object.entries(environment)) vi.stubEnv(key, value);
  const { argv } = process;
  process.argv = [process.execPath, name, ...args];
  try {
    await import(`${urlOf(name).href}?run=${(runs += 1)}`);
    return { code: Number(process.exitCode ?? 0), ...written };
  } finally {
    process.argv = argv;
    process.exitCode = undefined;
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}
