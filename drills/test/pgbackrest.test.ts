import { expect, test } from 'vitest';
import { rehearsePgbackrest } from '../src/pgbackrest/pgbackrest.drill.ts';

test('restores an external PostgreSQL by the recipe of the manual', { timeout: 600_000 }, async () => {
  // Without pgBackRest the drill says what is missing.
  expect(await rehearsePgbackrest()).not.toBe(false);
});
