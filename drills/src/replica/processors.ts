import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { runProgram } from '../programs.ts';

const LAST = availableParallelism() - 1;
/** The processors of the primary, its server and the callers, and those of the replica and the admins. */
export const PROCESSORS = { primary: '0', replica: LAST > 0 ? `1-${LAST}` : '0', all: `0-${LAST}` };

/** Keeps a process and those that it starts from now on to some processors. */
export const keepTo = (processors: string, pid: number): Promise<string> =>
  runProgram('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)]);

/** Fewer than the replica has busy processes. */
const LOOPS = 4;
/** Ends with the drill, also if that fails. */
const LOOP = 'while kill -0 $PPID; do :; done';

/**
 * Keeps the replica's processors busy with loops. The kernel writes the primary's disk on any processor, so a busy one
 * slows the primary, which a second machine would not. @returns a function that ends them
 */
export function keepReplicaProcessorsBusy(): () => void {
  const loops = Array.from({ length: LOOPS }, () =>
    spawn('taskset', ['--cpu-list', PROCESSORS.replica, 'sh', '-c', LOOP], { stdio: 'ignore' }),
  );
  return () => loops.forEach((loop) => loop.kill('SIGKILL'));
}
