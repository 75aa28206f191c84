import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { glob } from 'tinyglobby';
import { LAYERS, WALLS } from './walls.ts';

const WORKSPACES = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'drills', 'tools'];

export interface BoundaryReport {
  readonly modules: number;
  readonly problems: readonly string[];
}

/** Checks every import of the repository against every wall. An unread file is a problem too. */
export async function checkBoundaries(root: string): Promise<BoundaryReport> {
  const workspaces = WORKSPACES.filter((name) => existsSync(join(root, name)));
  const { output } = await cruise(
    workspaces,
    {
      baseDir: root,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      includeOnly: { path: `^(${workspaces.join('|')})/|node_modules|^[^./]` },
      exclude: { path: '^[^/]+/(dist|test-results|playwright-report)/|[.]d[.]mts$' },
      ruleSet: { forbidden: [...WALLS] },
      validate: true,
    },
    {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  );
  const { modules, summary } = output as ICruiseResult;
  const read = new Set(modules.map((module) => module.source));
  const sources = await glob(
    workspaces.map((name) => `${name}/**/*.{ts,tsx,mjs}`),
    { cwd: root, ignore: ['**/node_modules/**', '*/{dist,test-results,playwright-report}/**'] },
  );
  return {
    modules: [...read].filter((source) => sources.includes(source)).length,
    problems: [
      ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
      ...sources.filter((source) => !read.has(source)).map((source) => `not read: ${source}`),
      ...(await featuresWithoutLayer(root)),
    ],
  };
}

async function featuresWithoutLayer(root: string): Promise<string[]> {
  const folder = join(root, 'server', 'src', 'features');
  if (!existsSync(folder)) return [];
  const known = new Set(LAYERS.flat());
  return (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !known.has(entry.name))
    .map((entry) => `feature-without-layer: ${entry.name} (LAYERS in tools/walls.ts)`);
}
