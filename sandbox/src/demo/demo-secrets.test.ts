import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepSecrets } from './demo-secrets.ts';

test('stays new after a start that failed before it had a database, and keeps its keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muneem-demo-'));
  const first = keepSecrets(folder);
  expect(first.areNew).toBe(true);
  expect(keepSecrets(folder)).toEqual(first);
  mkdirSync(join(folder, 'pg'));
  expect(keepSecrets(folder)).toEqual({ ...first, areNew: false });
});
