import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { WALLS } from './walls.ts';

/** A small source tree that keeps every rule. */
const GOOD: Record<string, string> = {
  'node_modules/zod/index.js': '',
  'node_modules/pg/index.js': '',
  'server/package.json': '{"imports":{"#platform/*":"./src/platform/*","#features/*":"./src/features/*"}}',
  'contract/src/offers/index.ts': "import 'zod';\nexport const offer = 1;",
  'contract/src/offers/offer.schema.ts': 'export const schema = 1;',
  'server/src/app.ts': "import '#features/conversions/index.ts';",
  'server/src/platform/database/index.ts': "import 'pg';\nexport const sql = 1;",
  'server/src/platform/database-driver/pipeline.ts': 'export const pipeline = 1;',
  'server/src/features/ledger/index.ts': "export { post } from './post.ts';",
  'server/src/features/ledger/post.ts': "import '#platform/database/index.ts';\nexport const post = 1;",
  'server/src/features/offers/index.ts': "export const offers = 1;\nimport '#features/ledger/index.ts';",
  'server/src/features/offers/offers.repository.ts': "import '#platform/database/index.ts';",
  'server/src/features/payouts/index.ts': 'export const payouts = 1;',
  'server/src/features/conversions/index.ts':
    "import type { offers } from '#features/offers/index.ts';\nexport type O = typeof offers;",
  'server/src/features/users/index.ts': 'export const users = 1;',
  'server/src/features/clicks/index.ts': 'export const clicks = 1;',
  'server/src/features/postbacks/index.ts': 'export const postbacks = 1;',
  'server/src/features/stats/index.ts': 'export const stats = 1;',
  'server/test/create-test-app.ts': 'export const createTestApp = 1;',
  'web/src/ui/badge.tsx': 'export const Badge = () => <b aria-hidden>1</b>;',
  'web/src/features/offers/index.ts': 'export const offers = 1;',
  'web/src/features/offers/offer-list.tsx':
    "import { Badge } from '../../ui/badge.tsx';\nexport const List = () => <Badge />;",
  'web/src/features/users/index.ts': 'export const users = 1;',
  'sandbox/src/crowd.ts': "import '../../contract/src/offers/index.ts';",
  'e2e/journey.ts': 'export const journey = 1;',
};

/** One breach of each rule, planted in the good tree. */
const PLANTED: Record<string, readonly [file: string, text: string]> = {
  'contract-imports-only-zod': ['contract/src/offers/planted.ts', "import 'node:crypto';"],
  'contract-front-door': ['contract/src/users/planted.ts', "import '../offers/offer.schema.ts';"],
  'web-imports-no-other-workspace': ['web/src/app/planted.ts', "import type {} from '../../../server/src/app.ts';"],
  'web-runs-in-browsers': ['web/src/app/planted-node.ts', "import 'node:fs';"],
  'web-front-door': [
    'web/src/features/users/planted.tsx',
    "import { List } from '../offers/offer-list.tsx';\nexport const U = () => <List aria-hidden />;",
  ],
  'web-ui-knows-no-feature': [
    'web/src/ui/planted.tsx',
    "export const Lazy = () => import('../features/offers/index.ts');",
  ],
  'server-imports-no-client': ['server/src/platform/planted-client.ts', "import '../../../sandbox/src/crowd.ts';"],
  'sandbox-speaks-http': ['sandbox/src/planted.ts', "import '../../server/src/app.ts';"],
  'e2e-speaks-http': ['e2e/planted.ts', "export * from '../server/src/app.ts';"],
  'server-front-door': [
    'server/src/features/offers/planted.ts',
    "import { post } from '#features/ledger/post.ts';\nexport { post };",
  ],
  'app-uses-front-doors': ['server/src/main.ts', "import '#features/offers/offers.repository.ts';"],
  'platform-knows-no-feature': ['server/src/platform/planted.ts', "import '#features/ledger/index.ts';"],
  'platform-front-door': [
    'server/src/features/offers/planted-driver.ts',
    "import '#platform/database-driver/pipeline.ts';",
  ],
  'platform-parts-use-front-doors': [
    'server/src/platform/database/planted.ts',
    "import '../database-driver/pipeline.ts';",
  ],
  'only-repositories-touch-the-database': [
    'server/src/features/offers/planted-sql.ts',
    "import { Pool } from 'pg';\nexport { Pool };",
  ],
  'ledger-imports-no-feature': ['server/src/features/ledger/planted.ts', "import '#features/offers/index.ts';"],
  'sources-import-no-tests': ['server/src/platform/planted-test.ts', "import '../../test/create-test-app.ts';"],
  'only-declared-packages': ['sandbox/src/planted-package.ts', "import 'a-package-that-nobody-installed';"],
  'no-cycles': ['web/src/ui/planted-cycle.ts', "import type { B } from './planted-cycle-b.ts';\nexport type A = B;"],
  'no-feature-cycles': ['server/src/features/users/planted-cycle.ts', "import '#features/auth/index.ts';"],
  'layer-1-imports-no-higher-layer': ['server/src/features/ledger/planted-up.ts', "import '#features/users/index.ts';"],
  'layer-2-imports-no-higher-layer': [
    'server/src/features/offers/planted-up.ts',
    "import '#features/clicks/index.ts';",
  ],
  'layer-3-imports-no-higher-layer': [
    'server/src/features/clicks/planted-up.ts',
    "import '#features/conversions/index.ts';",
  ],
  'layer-4-imports-no-higher-layer': [
    'server/src/features/conversions/planted-up.ts',
    "import '#features/postbacks/index.ts';",
  ],
  'layer-5-imports-no-higher-layer': [
    'server/src/features/postbacks/planted-up.ts',
    "import '#features/stats/index.ts';",
  ],
};
const NEEDED_BY_PLANTED: Record<string, string> = {
  'web/src/ui/planted-cycle-b.ts': "import type { A } from './planted-cycle.ts';\nexport type B = A;",
  'server/src/features/auth/index.ts': "import '#features/users/index.ts';",
};

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'muneem-walls-'));
  await write(GOOD);
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('finds no breach in a tree that keeps every rule, and reads every source file', async () => {
  const sources = Object.keys(GOOD).filter((file) => /^(?!node_modules).*\.tsx?$/.test(file));
  expect(await checkBoundaries(root)).toEqual({ modules: sources.length, problems: [] });
});

test('finds a breach of each rule', async () => {
  expect(Object.keys(PLANTED).sort()).toEqual(WALLS.map((wall) => wall.name ?? '').sort());
  await write({ ...Object.fromEntries(Object.values(PLANTED)), ...NEEDED_BY_PLANTED });
  const { problems } = await checkBoundaries(root);
  for (const [wall, [file]] of Object.entries(PLANTED)) {
    // dependency-cruiser reports a cycle once, at the file or folder where it entered the cycle.
    const place = wall === 'no-feature-cycles' ? dirname(file) : file.replace(/planted-cycle\.ts$/, 'planted-cycle');
    const found = problems.filter((problem) => problem.startsWith(`${wall}: `) && problem.includes(place));
    expect(found, wall).not.toEqual([]);
  }
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
