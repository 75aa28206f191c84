import { installed, runQuietly } from './processes.ts';
import { count, inLanes, type StepReport } from './step-report.ts';

/** tsconfig.node.json covers every workspace that runs in Node, because they share most files. */
const TYPE_PROJECTS = ['contract', 'web', 'e2e', 'tsconfig.node.json'];
/** A type checker needs a few hundred megabytes and one core. */
const TYPES_AT_ONCE = 2;

/** Runs `tsc` for every workspace, two at a time. */
export async function checkTypes(): Promise<StepReport> {
  const problems: string[] = [];
  await inLanes(TYPES_AT_ONCE, TYPE_PROJECTS, async (project) => {
    problems.push(...(await problemsOf('tsc', '-p', project, '--pretty', 'false')));
  });
  return { counted: count(TYPE_PROJECTS.length, 'project'), problems };
}

/** Runs a program whose output lists problems if it fails. */
export const checkBy = async (name: string, ...args: string[]): Promise<StepReport> => ({
  counted: name,
  problems: await problemsOf(name, ...args),
});

async function problemsOf(name: string, ...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runQuietly(installed(name), args);
  return code === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
}
