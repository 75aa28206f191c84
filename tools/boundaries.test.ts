import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.ts';

/** A small source tree that keeps every rule: packages, type imports, aliases and JSX. */
const GOOD: Record<string, string> = {
  'node_modules/zod/index.js': '',
  'server/package.json': '{"imports":{"#features/*":"./src/features/*"}}',
  'contract/src/offers/index.ts': "import 'zod';\nexport const offer = 1;",
  'server/src/features/ledger/index.ts': "export { post } from './post.ts';",
  'server/src/features/ledger/post.ts': 'export const post = 1;',
  'server/src/features/offers/index.ts': "export const offers = 1;\nimport '#features/ledger/index.ts';",
  'web/src/features/offers/index.ts': "export { List } from './list.tsx';",
  'web/src/features/offers/list.tsx': 'export const List = () => <b aria-hidden>1</b>;',
};

/** Breaches in each kind of source. dependency-cruiser finds none if it cannot parse a file. */
const PLANTED: Record<string, readonly [file: string, text: string]> = {
  'contract-imports-only-zod': ['contract/src/offers/planted.ts', "import 'node:crypto';"],
  'web-front-door': [
    'web/src/features/users/planted.tsx',
    "import { List } from '../offers/list.tsx';\nexport const U = () => <List aria-hidden />;",
  ],
  'server-front-door': [
    'server/src/features/offers/planted.ts',
    "import type { post } from '#features/ledger/post.ts';\nexport type P = typeof post;",
  ],
};

const root = await mkdtemp(join(tmpdir(), 'muneem-walls-'));
await write(GOOD);
afterAll(() => rm(root, { recursive: true, force: true }));

test('finds no breach in a tree that keeps every rule, and reads every source file', async () => {
  const sources = Object.keys(GOOD).filter((file) => /^(?!node_modules).*\.tsx?$/.test(file));
  expect(await checkBoundaries(root)).toEqual({ modules: sources.length, problems: [] });
});

test('finds a breach in each kind of source', async () => {
  await write(Object.fromEntries(Object.values(PLANTED)));
  const { problems } = await checkBoundaries(root);
  for (const [wall, [file]] of Object.entries(PLANTED))
    expect(problems).toContainEqual(expect.stringContaining(`${wall}: ${file}`));
});

test('finds a feature that has no layer', async () => {
  await write({ 'server/src/features/brand-new/index.ts': 'export const brandNew = 1;' });
  const { problems } = await checkBoundaries(root);
  expect(problems).toContain('feature-without-layer: brand-new (LAYERS in tools/walls.ts)');
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
}
