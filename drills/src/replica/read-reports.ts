import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PROCESSORS } from './processors.ts';

const READER = fileURLToPath(new URL('./reader-process.ts', import.meta.url));

interface ReadCounts {
  readonly exportedRows: number;
  readonly answers: number;
  readonly failures: number;
}

export interface Reading {
  stop(): Promise<ReadCounts>;
}

/** Starts the admins who read reports and export, on the replica's processors. */
export function readReports(url: string, tokens: readonly string[]): Reading {
  const child = spawn('taskset', ['--cpu-list', PROCESSORS.replica, process.execPath, READER], {
    env: { ...process.env, SERVER_URL: url, TOKENS: tokens.join(',') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
      return JSON.parse(output) as ReadCounts;
    },
  };
}

/** Returns the age of the audit log's data in ms, or null if it comes from the primary. */
export async function ageOf(url: string, token: string): Promise<number | null> {
  const answer = await fetch(`${url}/api/audit`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`the audit log was answered ${answer.status}`);
  const age = answer.headers.get('x-data-age-ms');
  return age === null ? null : Number(age);
}
