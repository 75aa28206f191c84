import { availableParallelism } from 'node:os';
import { runProgram } from '../programs.ts';

const LAST = availableParallelism() - 1;
/** The processors of the primary, its server and the callers, and those of the replica and the admins. */
export const PROCESSORS = { primary: '0', replica: LAST > 0 ? `1-${LAST}` : '0', all: `0-${LAST}` };

/** Keeps a process and those that it starts from now on to some processors. */
export const keepTo = (processors: string, pid: number): Promise<string> =>
  runProgram('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)]);
