import { expect, test } from 'vitest';
import { rehearseRestore } from '../src/restore/restore.drill.ts';

test('restores a server under load to a chosen second, and pays nothing in the copy', async () => {
  expect(await rehearseRestore({ clicks: 5_000, loadS: 2 })).toBe(true);
}, 240_000);
