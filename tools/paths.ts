import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { globSync } from 'tinyglobby';
import { readSources } from './sources.ts';
import { count, type StepReport } from './step-report.ts';

const IGNORED = ['**/node_modules/**', '**/dist/**'];
/** Documents in which each `path` in backticks must exist. `<feature>` and `*` match any name. */
const MAPS = new Set(['ARCHITECTURE.md', 'README.md', 'docs/asvs.md']);
const PATH = /`((?:contract|server|web|sandbox|e2e|bench|drills|deploy|tools|docs)\/[\w<>*./-]*)`/g;
const RECORD = /docs\/[\w-]+(?:\/[\w-]+)*\.md/g;
const LINK = /\]\((?!https?:|#)([\w./-]+)(?:#[\w-]*)?\)/g;

/** Checks that every path in `MAPS`, every link of a document and every document that a source names exists. */
export async function checkPaths(root: string): Promise<StepReport> {
  let named = 0;
  const problems: string[] = [];
  for (const { file, text } of await readSources(root, '{md,ts,tsx,mts,mjs,css,sql}')) {
    if (file.startsWith('tools/paths')) continue;
    const paths = pathsIn(file, text);
    named += paths.length;
    problems.push(...paths.filter((path) => !exists(root, path)).map((path) => `${file}: ${path} does not exist`));
  }
  return { counted: count(named, 'path'), problems };
}

/** The paths that a file names, relative to the root. */
export function pathsIn(file: string, text: string): string[] {
  const found = [...text.matchAll(RECORD)].map(([path]) => path);
  if (MAPS.has(file)) found.push(...[...text.matchAll(PATH)].map(([, path = '']) => path));
  if (file.endsWith('.md'))
    found.push(...[...text.matchAll(LINK)].map(([, path = '']) => normalize(join(dirname(file), path))));
  return [...new Set(found)];
}

function exists(root: string, path: string): boolean {
  if (!/[<*]/.test(path)) return existsSync(join(root, path));
  const pattern = path.replaceAll(/<[\w-]+>/g, '*').replace(/\/$/, '');
  return globSync(pattern, { cwd: root, onlyFiles: false, ignore: IGNORED }).length > 0;
}
