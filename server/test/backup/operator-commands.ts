import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command the way an operator does. */
export async function command(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const path = fileURLToPath(new URL(`../../src/${name}.ts`, import.meta.url));
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [path, ...args], {
      env: { ...process.env, ...environment },
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Ended;
  }
}
