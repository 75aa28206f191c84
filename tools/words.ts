import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { glob } from 'tinyglobby';
import { ROOT } from './install.mjs';
import { count, type StepReport } from './step-report.ts';

const TEXTS = ['*.md', '{contract,server,web,sandbox,e2e,bench,tools,docs}/**/*.{md,ts,tsx,mts,mjs,css,sql}'];
const IGNORED = [
  '**/node_modules/**',
  '**/dist/**',
  '**/test-results/**',
  '**/playwright-report/**',
  'tools/words*.ts',
];
const ALLOWED = join(ROOT, 'tools', 'words-left.json');

/** Between two words of a comment there may be a line's end with its marker. */
const GAP = String.raw`[\s*/-]+`;
const PHRASES = [
  'whoever',
  'somebody',
  // The account, ids and e-mail addresses of this name are code.
  String.raw`(?<![\w\-'"\`/(])nobody(?!['"\`/@$-]|\.\w| [=)])`,
  'of now',
  'by itself',
  'by themselves',
  'stands in',
  'so many',
  'that of',
  'is told',
  'holds for',
  'taken back',
].map((phrase) => new RegExp(String.raw`\b${phrase.replaceAll(' ', GAP)}\b`.replace(String.raw`\b(?<!`, '(?<!'), 'gi'));
const START = /(?<=^|[.!?:;] |\| )(?:What|Of|Such|Who)\b/g;
const COMMENT = /(?:^|\s)(?:\/\/|\/\*\*?|\*|--)\s+(.*)$/;
const TITLE = /(?:\b(?:test|it|describe|step)\(|\]\)\()\s*(['"`])(.*?)\1/g;
const QUESTION_IN_TITLE = /\bwhat\b.*\b(?:is|are)\b/i;

export interface Finding {
  readonly line: number;
  readonly words: string;
}

/** The tell-tale words of one file: phrases anywhere, sentence starts in comments and documents, and test titles. */
export function tellTaleWords(file: string, text: string): Finding[] {
  const lineAt = (index: number): number => text.slice(0, index).split('\n').length;
  const found = PHRASES.flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter(([words]) => words !== words.toUpperCase())
      .map(({ index, 0: words }) => ({ line: lineAt(index), words })),
  );
  text.split('\n').forEach((line, at) => {
    const prose = file.endsWith('.md') ? line.replace(/^[\s>#|*-]+/, '') : (COMMENT.exec(line)?.[1] ?? '');
    for (const [words] of prose.matchAll(START)) found.push({ line: at + 1, words });
  });
  if (/\.(test|spec)\./.test(basename(file)))
    for (const { index, 2: title = '' } of text.matchAll(TITLE))
      if (QUESTION_IN_TITLE.test(title)) found.push({ line: lineAt(index), words: title });
  return found;
}

/** Counts the words per folder and compares them with `words-left.json`. A rise is a problem. */
export async function checkWords(root: string): Promise<StepReport> {
  const allowed = JSON.parse(await readFile(ALLOWED, 'utf8')) as Record<string, number>;
  const left = new Map(Object.keys(allowed).map((folder) => [folder, 0]));
  const files = await findAll(root);
  for (const [file, findings] of files) {
    const folder = Object.keys(allowed).find((name) => file.startsWith(`${name}/`)) ?? 'docs';
    left.set(folder, (left.get(folder) ?? 0) + findings.length);
  }
  const total = [...left.values()].reduce((sum, number) => sum + number, 0);
  const problems = [...left]
    .filter(([folder, number]) => number > (allowed[folder] ?? 0))
    .map(
      ([folder, number]) =>
        `${folder}: ${number} tell-tale words, ${allowed[folder]} allowed: npm run words -- ${folder}`,
    );
  return { counted: `${count(files.length, 'file')}, ${total} words left to replace`, problems };
}

async function findAll(root: string): Promise<(readonly [file: string, findings: readonly Finding[]])[]> {
  const files = (await glob(TEXTS, { cwd: root, ignore: IGNORED })).sort();
  return Promise.all(
    files.map(async (file) => [file, tellTaleWords(file, await readFile(join(root, file), 'utf8'))] as const),
  );
}

// `npm run words -- server/src` lists every finding below that folder.
if (import.meta.main)
  for (const [file, findings] of await findAll(ROOT))
    if (file.startsWith(process.argv[2] ?? ''))
      for (const { line, words } of findings) console.log(`${file}:${line}: ${words}`);
