import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../operating.ts';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
}

/** Runs an operator's command as its npm script does. */
export async function operate(
  command: 'backup' | 'restore',
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Ended> {
  const startedAt = performance.now();
  const ended = await promisify(execFile)(process.execPath, [`server/src/${command}.ts`, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...settings },
    maxBuffer: 16 * 1024 * 1024,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as Omit<Ended, 'seconds'>,
  );
  const { code, stdout, stderr } = ended;
  return { code, stdout, stderr, seconds: (performance.now() - startedAt) / 1_000 };
}
