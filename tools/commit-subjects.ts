import { readFile } from 'node:fs/promises';
import { ROOT } from './install.mjs';
import { runQuietly } from './processes.ts';
import { count, type StepReport } from './step-report.ts';

/** The rule applies to commits after this time. */
const SINCE = '2026-11-23T12:00:00Z';
const LONGEST = 72;
const SHAPE =
  /^(?:feat|fix|refactor|perf|test|docs|build|ci|style|chore|revert)(?:\([a-z0-9,-]+\))?!?: (?<first>[a-z]\S*)/;
/** First words that are not an imperative. */
const NO_VERB = /^(?:an?|the|no|not|what|who|how|each|every|all|some|two|it|its|this|that)$|(?:.{3,}(?:ing|ed))$/;
const VERBS = new Set(['bring', 'string', 'embed', 'exceed', 'proceed', 'succeed']);

/** Returns the problem of a commit's subject, or null. */
export function subjectProblem(subject: string): string | null {
  if (subject.length > LONGEST) return `has ${subject.length} characters; the limit is ${LONGEST}`;
  const first = SHAPE.exec(subject)?.groups?.['first'];
  if (first === undefined)
    return 'is not `type(scope): imperative`, for example `fix(payouts): look up a late success`';
  return NO_VERB.test(first) && !VERBS.has(first) ? `begins with "${first}", not with an imperative` : null;
}

/** Checks the subjects of this branch's commits since `SINCE`. A checkout without history passes. */
export async function checkCommits(): Promise<StepReport> {
  const { code, stdout } = await runQuietly('git', [
    '-C',
    ROOT,
    'log',
    '--no-merges',
    `--since=${SINCE}`,
    '--format=%h %s',
  ]);
  const commits = code === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
  const problems = commits.flatMap((line) => {
    const [hash = '', ...words] = line.split(' ');
    const problem = subjectProblem(words.join(' '));
    return problem === null ? [] : [`${hash} ${words.join(' ')}: ${problem}`];
  });
  return { counted: commits.length === 0 ? 'no new commits' : count(commits.length, 'commit'), problems };
}

const [, program, messageFile] = process.argv;
if (program === import.meta.filename && messageFile !== undefined) {
  const [subject = ''] = (await readFile(messageFile, 'utf8')).split('\n');
  // Git writes the subjects of merges, fixups and reverts itself.
  const problem = /^(?:Merge|fixup!|squash!|Revert) /.test(subject) ? null : subjectProblem(subject);
  if (problem !== null) {
    console.error(`The subject ${problem}. The message is still in ${messageFile}.`);
    process.exitCode = 1;
  }
}
