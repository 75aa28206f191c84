import { availableParallelism } from 'node:os';
import { runProgram } from '../programs.ts';

const LAST = availableParallelism() - 1;
/** The processors of the primary and its server, and those of the replica, the admins and the callers. */
export const PROCESSORS = { primary: '0', replica: LAST > 0 ? `1-${LAST}` : '0', all: `0-${LAST}` };

/** The priority of the callers. Reports must not delay their clock. */
export const FIRST = -20;

/** Keeps a process and those that it starts from now on to some processors. */
export const keepTo = (processors: string, pid: number): Promise<string> =>
  runProgram('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)]);
