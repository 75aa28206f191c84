import { checkBoundaries } from './boundaries.ts';
import { checkCommits } from './commit-subjects.ts';
import { checkConformance } from './conformance.ts';
import { checkHouseRules } from './house-rules.ts';
import { ROOT } from './install.mjs';
import { checkPaths } from './paths.ts';
import { installed, runQuietly } from './processes.ts';
import { count, type StepReport, type Tally } from './step-report.ts';
import { checkWords } from './words.ts';

type Step = readonly [name: string, step: () => Promise<StepReport>];

/**
 * tsconfig.node.json covers every workspace that runs in Node, because they share most files. Several checkers would
 * repeat half of their work.
 */
const types = (project: string): Step => [
  `types of ${project}`,
  () => checkBy('tsc', '-p', project, '--pretty', 'false', '--checkers', '1'),
];

/** The slowest steps come first, so that the check ends sooner. */
const STEPS: readonly Step[] = [
  ['lint', () => checkBy('oxlint', '--type-aware', '--deny-warnings', '.')],
  ...['tsconfig.node.json', 'web', 'contract', 'e2e'].map(types),
  ['format', () => checkBy('oxfmt', '--check', '.')],
  ['boundaries', boundaries],
  ['house rules', () => checkHouseRules(ROOT)],
  ['paths', () => checkPaths(ROOT)],
  ['words', () => checkWords(ROOT)],
  ['conformance', () => checkConformance(ROOT)],
  ['commits', checkCommits],
  ['dead code', () => checkBy('knip', '--no-progress')],
];

/** Runs every check and prints one line each, with its problems below it. A step that checked nothing fails. */
export async function runSteps(): Promise<Tally> {
  const failures: string[] = [];
  // Both lanes take from one iterator.
  const waiting = STEPS.values();
  const lane = async (): Promise<void> => {
    for (const [name, step] of waiting) {
      const start = performance.now();
      const { counted, problems } = await step();
      const bad = problems.length > 0 || counted.startsWith('0 ');
      if (bad) failures.push(name);
      const took = `${((performance.now() - start) / 1000).toFixed(1)} s`;
      console.log(`${bad ? '✗' : '✓'} ${name}: ${counted}, ${count(problems.length, 'problem')} (${took})`);
      for (const problem of problems) console.log(`    ${problem}`);
    }
  };
  await Promise.all([lane(), lane()]);
  return { passed: STEPS.length - failures.length, failed: failures.length, failures };
}

/** Runs a program whose output lists problems if it fails. A Go program takes a third more processor time on two cores. */
async function checkBy(name: string, ...args: string[]): Promise<StepReport> {
  const { code, stdout, stderr } = await runQuietly(installed(name), args, { env: { GOMAXPROCS: '1' } });
  return { counted: name, problems: code === 0 ? [] : `${stdout}${stderr}`.trim().split('\n') };
}

export const runCheck = async (): Promise<number> => ((await runSteps()).failed === 0 ? 0 : 1);

async function boundaries(): Promise<StepReport> {
  const { modules, problems } = await checkBoundaries(ROOT);
  return { counted: count(modules, 'module'), problems };
}
