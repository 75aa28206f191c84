import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkConformance } from './conformance.ts';

test('names a sentence without a test and a test of an unknown sentence', async () => {
  const root = await mkdtemp(join(tmpdir(), 'conformance-'));
  const sentences = { '000-1.1': 'A', '000-1.2': 'B', '000-1.3': 'C' };
  await mkdir(join(root, 'docs'));
  await mkdir(join(root, 'web'));
  await writeFile(join(root, 'docs/conformance.json'), JSON.stringify({ sentences, evidence: { '000-1.3': 'D' } }));
  await writeFile(join(root, 'web/a.test.ts'), '// covers 000-1.1 000-9.9\ntest();\n');
  expect(await checkConformance(root)).toEqual({
    counted: '3 sentences',
    problems: ['000-1.2 has no test: B', 'web/a.test.ts:1: no sentence 000-9.9'],
  });
  await rm(root, { recursive: true });
});
