import { expect, test } from 'vitest';
import { rehearseUpgrade } from '../src/upgrade/upgrade.drill.ts';

test('upgrades two servers under load without a failed request', { timeout: 300_000 }, async () => {
  expect(await rehearseUpgrade()).not.toBe(false);
});
