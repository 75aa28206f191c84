import { basename } from 'node:path';
import { readSources } from './sources.ts';
import { count, type StepReport } from './step-report.ts';

/** A phrase may continue in the next line, after its comment marker. */
const GAP = String.raw`[\s*/-]+`;
const PHRASES = [
  'whoever',
  'somebody',
  // The operating system's account, ids and email addresses with this name are code.
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

/** One spelling in the texts of the screens: email, 40%. */
const SPELLINGS = [/\be-mails?\b/gi, /[\d}] %/g];

export interface Finding {
  readonly line: number;
  readonly words: string;
}

/**
 * Finds the tell-tale words of one file: phrases anywhere, starts of sentences in comments and documents, and questions
 * in test titles.
 */
export function tellTaleWords(file: string, text: string): Finding[] {
  const lineAt = (index: number): number => text.slice(0, index).split('\n').length;
  const patterns = file.endsWith('.copy.ts') ? [...PHRASES, ...SPELLINGS] : PHRASES;
  const found = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter(([words]) => words !== words.toUpperCase() || words === words.toLowerCase())
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

/** Lists every tell-tale word of the repository. */
export async function checkWords(root: string): Promise<StepReport> {
  const sources = await readSources(root, '{md,ts,tsx,mts,mjs,css,sql}');
  // These files name what they forbid.
  const problems = sources
    .filter(({ file }) => !file.startsWith('tools/words'))
    .flatMap(({ file, text }) =>
      tellTaleWords(file, text).map(({ line, words }) => `${file}:${line}: "${words}" needs plainer words`),
    );
  return { counted: count(sources.length, 'file'), problems };
}
