import { checkBoundaries } from './boundaries.ts';
import { checkBy, checkTypes } from './check-steps.ts';
import { checkCommits } from './commit-subjects.ts';
import { checkConformance } from './conformance.ts';
import { checkHouseRules } from './house-rules.ts';
import { ROOT } from './install.mjs';
import { checkPaths } from './paths.ts';
import { count, inLanes, type StepReport, type Tally } from './step-report.ts';
import { checkWords } from './words.ts';

/** The slowest steps come first, so that the check ends sooner. */
const STEPS: readonly (readonly [name: string, step: () => Promise<StepReport>])[] = [
  ['types', checkTypes],
  ['format', () => checkBy('oxfmt', '--check', '.')],
  ['lint', () => checkBy('oxlint', '--type-aware', '--deny-warnings', '.')],
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
  let failed = 0;
  await inLanes(2, STEPS, async ([name, step]) => {
    const start = performance.now();
    const { counted, problems } = await step();
    const bad = problems.length > 0 || counted.startsWith('0 ');
    if (bad) failed += 1;
    const took = `${((performance.now() - start) / 1000).toFixed(1)} s`;
    console.log(`${bad ? '✗' : '✓'} ${name}: ${counted}, ${count(problems.length, 'problem')} (${took})`);
    for (const problem of problems) console.log(`    ${problem}`);
  });
  return { passed: STEPS.length - failed, failed };
}

export const runCheck = async (): Promise<number> => ((await runSteps()).failed === 0 ? 0 : 1);

async function boundaries(): Promise<StepReport> {
  const { modules, problems } = await checkBoundaries(ROOT);
  return { counted: count(modules, 'module'), problems };
}
