import { availableParallelism, totalmem } from 'node:os';
import { line } from './report.ts';

/** Prints its figures. Returns whether its targets are met, or 'not run' if a program is missing here. */
export type Measurement = () => Promise<boolean | 'not run'>;

/** Runs the measurements that the command line names, or all. Sets the exit code. @param kind the word for one of them */
export async function runByName(kind: string, all: Readonly<Record<string, Measurement>>): Promise<void> {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !(name in all));
  if (unknown.length > 0) {
    line(`no ${kind} ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}`);
    process.exit(2);
  }
  line(`${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`);
  let allMet = true;
  const notRun: string[] = [];
  for (const [name, run] of Object.entries(all)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    line(`\n${name}`);
    const result = await run();
    if (result === 'not run') notRun.push(name);
    else allMet = result && allMet;
  }
  if (notRun.length > 0) line(`\nnot run: ${notRun.join(', ')}`);
  // A measurement that was asked for by name and did not run is a failure.
  process.exitCode = allMet && !notRun.some((name) => asked.includes(name)) ? 0 : 1;
}
