import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CLUSTER_NAME = /cluster_name=muneem-(\d+)/;

/** Stores our process id in a setting, so that a later start recognises an orphan. */
export const clusterName = (starter: number): string => `muneem-${starter}`;

interface Postmaster {
  readonly pid: number;
  /** The process that started it is gone. */
  readonly orphan: boolean;
}

/**
 * Finds the database process that runs on a data folder. `null` when `postmaster.pid` is missing or stale: its process
 * is gone, or its number now belongs to another program.
 */
export async function findPostmaster(dataFolder: string): Promise<Postmaster | null> {
  const lines = await readLines(`${dataFolder}/postmaster.pid`);
  const pid = Number(lines[0] ?? 0);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  const process = await describe(pid);
  if (process === null || !(await runsOn(process, dataFolder))) return null;
  const starter = Number(CLUSTER_NAME.exec(process.command)?.[1] ?? 0);
  return { pid, orphan: starter !== 0 && process.parent !== starter };
}

/** True when `postmaster.pid` says that this process accepts connections. */
export async function isReady(dataFolder: string, pid: number | undefined): Promise<boolean> {
  const lines = await readLines(`${dataFolder}/postmaster.pid`);
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function describe(pid: number): Promise<ProcessFacts | null> {
  try {
    if (process.platform === 'linux') {
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
      const parent = Number(/^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
      return command === '' ? null : { pid, parent, command };
    }
    const { stdout } = await run('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)]);
    const [, parent = '0', command = ''] = /^\s*(\d+)\s+(.*)$/s.exec(stdout.trim()) ?? [];
    return command === '' ? null : { pid, parent: Number(parent), command };
  } catch {
    return null;
  }
}

/** A database server's working folder is its data folder. If it cannot be read, the command line must contain the folder. */
async function runsOn(process: ProcessFacts, dataFolder: string): Promise<boolean> {
  if (!/postgres/.test(process.command)) return false;
  try {
    return (await readlink(`/proc/${process.pid}/cwd`)) === dataFolder;
  } catch {
    return process.command.includes(dataFolder);
  }
}

async function readLines(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
