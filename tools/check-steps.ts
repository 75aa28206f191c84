import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { installed, runQuietly } from './processes.ts';
import { count, inLanes, type StepReport } from './step-report.ts';

const WORKSPACES = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'drills', 'tools'];
const SERVICE_WORKER = 'web/tsconfig.service-worker.json';
/** A type checker needs a few hundred megabytes and one core. */
const TYPES_AT_ONCE = 2;

/** Runs `tsc` in every workspace, two at a time. */
export async function checkTypes(): Promise<StepReport> {
  const projects = [...WORKSPACES, ...(existsSync(join(ROOT, SERVICE_WORKER)) ? [SERVICE_WORKER] : [])];
  const problems: string[] = [];
  await inLanes(TYPES_AT_ONCE, projects, async (project) => {
    problems.push(...(await problemsOf('tsc', '-p', project, '--pretty', 'false')));
  });
  return { counted: count(projects.length, 'project'), problems };
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
