import { installed, runQuietly } from './processes.ts';
import { count, inLanes, type StepReport } from './step-report.ts';

const WORKSPACES = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'drills', 'tools'];
/** The last one holds every workspace that runs in Node: they share most files. */
const TYPE_PROJECTS = ['contract', 'web', 'e2e', 'tsconfig.node.json'];
/** A type checker needs a few hundred megabytes and one core. */
const TYPES_AT_ONCE = 2;

/** Runs `tsc` for every workspace, two at a time. */
export async function checkTypes(): Promise<StepReport> {
  const files = new Set<string>();
  const problems: string[] = [];
  await inLanes(TYPES_AT_ONCE, TYPE_PROJECTS, async (project) => {
    const args = ['-p', project, '--listFiles', '--pretty', 'false'];
    const { code, stdout, stderr } = await runQuietly(installed('tsc'), args);
    const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
    const listed = lines.filter((line) => line.startsWith('/'));
    for (const file of listed) if (!file.includes('/node_modules/')) files.add(file);
    if (code !== 0) problems.push(...lines.filter((line) => /^[^/\s]/.test(line)));
  });
  return { counted: `${count(files.size, 'file')} of ${count(TYPE_PROJECTS.length, 'project')}`, problems };
}

interface LintOutput {
  readonly number_of_files: number;
  readonly number_of_rules: number;
  readonly diagnostics: readonly {
    readonly code?: string;
    readonly message: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

/** Runs oxlint, including the rules that need types. */
export async function checkLint(): Promise<StepReport> {
  const { stdout, stderr } = await runQuietly(installed('oxlint'), ['--type-aware', '--format=json', '.']);
  let output: LintOutput;
  try {
    output = JSON.parse(stdout) as LintOutput;
  } catch {
    return { counted: '0 files', problems: [`oxlint: ${stdout}${stderr}`.trim()] };
  }
  const { number_of_files, number_of_rules, diagnostics } = output;
  return {
    counted: `${count(number_of_files, 'file')} by ${count(number_of_rules, 'rule')}`,
    problems: diagnostics.map(
      ({ code, message, filename, labels }) =>
        `${filename}:${labels[0]?.span.line ?? 1} ${code ?? 'syntax'}: ${message}`,
    ),
  };
}

interface KnipIssue {
  readonly file: string;
  readonly [kind: string]: unknown;
}

/** Runs knip: unused files, exports and packages, and packages that are used but not declared. */
export async function checkDeadCode(): Promise<StepReport> {
  const { code, stdout, stderr } = await runQuietly(installed('knip'), ['--reporter', 'json', '--no-progress']);
  const start = stdout.indexOf('{');
  if (start < 0) return { counted: '0 workspaces', problems: [`knip: ${stdout}${stderr}`.trim()] };
  const { issues } = JSON.parse(stdout.slice(start)) as { issues: readonly KnipIssue[] };
  const problems = issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      (Array.isArray(found) ? (found as { name?: string }[]) : [])
        .flat()
        .map((item) => `${file}: ${kind} ${item.name ?? ''}`.trimEnd()),
    ),
  );
  if (code !== 0 && problems.length === 0) problems.push(`knip: ${stderr.trim()}`);
  return { counted: count(WORKSPACES.length, 'workspace'), problems };
}

/** Runs oxfmt on every file that `ignorePatterns` of .oxfmtrc.json does not list. */
export async function checkFormat(): Promise<StepReport> {
  const { stdout, stderr, code } = await runQuietly(installed('oxfmt'), ['--check', '.']);
  const problems = [...stdout.matchAll(/^(\S+) \(\d+ms\)$/gm)].map(([, file]) => `${file}: run npm run format`);
  if (code !== 0 && problems.length === 0) problems.push(`oxfmt: ${stdout}${stderr}`.trim());
  const checked = Number(/ on (\d+) files/.exec(stdout)?.[1] ?? 0);
  return { counted: count(checked, 'file'), problems };
}
