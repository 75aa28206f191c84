import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createVitest, type Vitest } from 'vitest/node';
import { mutationsOf, type Mutation } from './mutations.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Mutated files and their tests. The tests need no database, so hundreds of runs take a minute. */
const TARGETS: readonly { readonly file: string; readonly tests: string }[] = [
  { file: 'server/src/features/ledger/journal.ts', tests: 'server/test/ledger/journal.test.ts' },
  ...['bulkpe-answer.ts', 'razorpayx-answer.ts', 'provider-answer.ts', 'payout-rules.ts', 'payout-mode.ts'].map(
    (name) => ({
      file: `server/src/features/payouts/${name}`,
      tests: 'server/test/payouts/outcomes-*.test.ts',
    }),
  ),
];

const MIN_SCORE = 90;

let active: { file: string; source: string } | undefined;

/** Changes the sources one place at a time and runs their tests. @returns 0 when at least 90 of 100 changes are noticed */
export async function runMutate(): Promise<number> {
  let noticed = 0;
  let all = 0;
  for (const { file, tests } of TARGETS) {
    const path = `${ROOT}${file}`;
    const source = readFileSync(path, 'utf8');
    const vitest = await open(tests);
    try {
      if (!(await passes(vitest))) throw new Error(`${tests} fails without any change`);
      const survivors: Mutation[] = [];
      const mutations = mutationsOf(source);
      for (const mutation of mutations) {
        active = { file: path, source: mutation.source };
        if (await passes(vitest, path)) survivors.push(mutation);
      }
      active = undefined;
      noticed += mutations.length - survivors.length;
      all += mutations.length;
      console.log(`${file}: ${mutations.length - survivors.length} of ${mutations.length} changes noticed`);
      for (const { line, what } of survivors) console.log(`  not noticed: line ${line}: ${what}`);
    } finally {
      await vitest.close();
    }
  }
  const score = (noticed / all) * 100;
  console.log(`Mutation score: ${score.toFixed(1)} % (${noticed} of ${all}), at least ${MIN_SCORE} % wanted`);
  return score >= MIN_SCORE ? 0 : 1;
}

const open = (tests: string): Promise<Vitest> =>
  createVitest(
    'test',
    {
      root: `${ROOT}server`,
      config: false,
      include: [tests.replace(/^server\//, '')],
      watch: false,
      reporters: [{}],
      pool: 'threads',
      isolate: false,
    },
    {
      plugins: [
        {
          name: 'mutate',
          enforce: 'pre',
          transform: (_code, id) =>
            active !== undefined && id.split('?')[0] === active.file ? active.source : undefined,
        },
      ],
    },
  );

async function passes(vitest: Vitest, changed?: string): Promise<boolean> {
  if (changed !== undefined) vitest.invalidateFile(changed);
  const specifications = await vitest.globTestSpecifications();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return testModules.length > 0 && testModules.every((module) => module.ok()) && unhandledErrors.length === 0;
}
