import { basename } from 'node:path';
import { readSources } from './sources.ts';
import { count, type StepReport } from './step-report.ts';

const MOST_LINES = 300;
const MOST_LINES_OF_A_TEST = 500;

const NAMELESS = /^(utils?|helpers?|misc|common|types)\./;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** Style rules that no other tool checks. */
const RULES: readonly (readonly [name: string, pattern: RegExp, where?: RegExp])[] = [
  // A front door names what it exports.
  ['export-star', /^export \* from '[.#]/m],
  ['parent-of-parent', /from '\.\.\/\.\.\/|import\('\.\.\/\.\.\//],
  ['left-open', /\b(TODO|FIXME|XXX)\b/],
  ['skipped-test', /\b(describe|test|it)\.(skip|only|todo|fixme)\b/],
  // Mantine's own windows do not return the focus, and Escape closes more than the top one. Use ModalWindow or
  // SideWindow.
  ['bare-window', /import \{[^}]*\b(Modal|Drawer)\b[^}]*\} from '@mantine\/core'/],
  // Mantine's own menus close when their button scrolls out of view. Use ButtonMenu or ButtonPopover.
  ['bare-pop-up', /<(Menu|Popover)[\s>]/],
  // Sleeps over 250 ms: wait for a condition instead.
  ['long-sleep', /(\b(sleep|wait|waitForTimeout)\(|\bsetTimeout\(resolve, )(25[1-9]|2[6-9]\d|[3-9]\d\d|\d[\d_]{3,})\)/],
  ['window-dialog', /\bwindow\.(alert|confirm|prompt)\b/],
  // A find function returns null when nothing matches.
  ['find-or-null', /\bfind[A-Z]\w*(?: = (?:async )?)?\((?:(?! \{\n| =>|;)[^])*?\): [^;{=]*?\| undefined/],
  // The driver names the column `paid_at` `paidAt` in rows.
  ['camel-alias', /\bas "[a-z]+[A-Z]/],
  ['snake-row', /\b(query|findOne|getOne|prepared|rows)<(?:(?!>\()[^])*?\b[a-z]+(_[a-z0-9]+)+\??: /],
  ['snake-row', /^ +(readonly )?[a-z]+(_[a-z0-9]+)+\??: .*;$/m, /\.repository\.ts$/],
  // The dependencies of a use case are one parameter named `dependencies`.
  ['named-deps', /\bdeps\b/],
  // Amounts of money have the types `Paise` or `Coins` in every layer below the route.
  ['plain-money', /\b(\w*(_paise|Paise|_coins|Coins)|paise|coins)\??: number\b/, /^server\/src\/features\//],
];

/** These files name what they forbid. */
const EXEMPT = new Set([
  'web/src/ui/window/window.tsx',
  'web/src/ui/pop-up/button-menu.tsx',
  'web/src/ui/pop-up/button-popover.tsx',
  'tools/house-rules.ts',
  'tools/house-rules.test.ts',
  'tools/boundaries.test.ts',
  // Generated.
  'server/src/platform/database/tables.ts',
]);

/** Checks names, lengths and texts of every source file. */
export async function checkHouseRules(root: string): Promise<StepReport> {
  const sources = await readSources(root, '{ts,tsx,mts,mjs,css,sql}');
  const problems = sources.flatMap(({ file, text }) =>
    EXEMPT.has(file) ? [] : problemsOf(file, text).map((problem) => `${file}: ${problem}`),
  );
  return { counted: count(sources.length, 'file'), problems };
}

/** Returns the problems of one file. */
export function problemsOf(file: string, text: string): string[] {
  const name = basename(file);
  // `// covers` comments do not count towards a file's length.
  const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('// covers ')).length - 1;
  const mostLines = name.includes('.test.') ? MOST_LINES_OF_A_TEST : MOST_LINES;
  return [
    ...(NAMELESS.test(name) ? ['says-nothing: name it after what is in it'] : []),
    ...(KEBAB.test(name) ? [] : ['kebab-case: name it in small letters with hyphens']),
    ...(lines > mostLines ? [`too-long: ${lines} lines, at most ${mostLines}`] : []),
    ...RULES.flatMap(([rule, pattern, where]) => {
      if (where?.test(file) === false) return [];
      const at = pattern.exec(text)?.index;
      return at === undefined ? [] : [`${rule}: line ${text.slice(0, at).split('\n').length}`];
    }),
  ];
}
