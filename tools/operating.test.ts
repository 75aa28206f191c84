import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import { expect, test } from 'vitest';
import { ROOT } from './install.mjs';

test('runs every command block of docs/operating.md in a drill or a test, and no missing block', async () => {
  const manual = await readFile(join(ROOT, 'docs/operating.md'), 'utf8');
  const written = [...manual.matchAll(/^ *```sh(.*)$/gm)].map(([, name = '']) => name.trim());
  const sources = await glob('{drills,server/test,bench}/**/*.ts', { cwd: ROOT, ignore: '**/node_modules/**' });
  const texts = await Promise.all(sources.map((file) => readFile(join(ROOT, file), 'utf8')));
  const run = texts.flatMap((text) =>
    [...text.matchAll(/\bfollow(?:Manual)?\('([a-z][a-z-]+)'/g)].map(([, name]) => name),
  );
  expect(written.toSorted()).toEqual([...new Set(run)].toSorted());
});
