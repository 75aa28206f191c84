import { basename } from 'node:path';
import { readSources } from './sources.ts';
import { count, type StepReport } from './step-report.ts';

const NAMELESS = /^(utils?|helpers?|misc|common|types)\./;

/** Style rules that no other tool checks. */
const RULES: readonly (readonly [name: string, pattern: RegExp, where?: RegExp])[] = [
  // Sleeps over 250 ms: wait for a condition instead.
  ['long-sleep', /(\b(sleep|wait|waitForTimeout)\(|\bsetTimeout\(resolve, )(25[1-9]|2[6-9]\d|[3-9]\d\d|\d[\d_]{3,})\)/],
  // A find function returns null when nothing matches.
  ['find-or-null', /\bfind[A-Z]\w*(?: = (?:async )?)?\((?:(?! \{\n| =>|;)[^])*?\): [^;{=]*?\| undefined/],
  // The driver names the column `paid_at` `paidAt` in rows.
  ['camel-alias', /\bas "[a-z]+[A-Z]/],
  ['snake-row', /\b(query|findOne|getOne|prepared|rows)<(?:(?!>\()[^])*?\b[a-z]+(_[a-z0-9]+)+\??: /],
  ['snake-row', /^ +(readonly )?[a-z]+(_[a-z0-9]+)+\??: .*;$/m, /\.repository\.ts$/],
  // Amounts of money have the types `Paise` or `Coins` in every layer below the route.
  ['plain-money', /\b(\w*(_paise|Paise|_coins|Coins)|paise|coins)\??: number\b/, /^server\/src\/features\//],
];

/** These files name what they forbid. */
const EXEMPT = new Set([
  'tools/house-rules.ts',
  'tools/house-rules.test.ts',
  // Generated.
  'server/src/platform/database/tables.ts',
]);

/** Checks the names and texts of every source file. */
export async function checkHouseRules(root: string): Promise<StepReport> {
  const sources = await readSources(root, '{ts,tsx,mts,mjs,css,sql}');
  const problems = sources.flatMap(({ file, text }) =>
    EXEMPT.has(file) ? [] : problemsOf(file, text).map((problem) => `${file}: ${problem}`),
  );
  return { counted: count(sources.length, 'file'), problems };
}

/** Returns the problems of one file. */
export const problemsOf = (file: string, text: string): string[] => [
  ...(NAMELESS.test(basename(file)) ? ['says-nothing: name it after what is in it'] : []),
  ...RULES.flatMap(([rule, pattern, where]) => {
    if (where?.test(file) === false) return [];
    const at = pattern.exec(text)?.index;
    return at === undefined ? [] : [`${rule}: line ${text.slice(0, at).split('\n').length}`];
  }),
];
