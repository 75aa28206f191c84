import { expect, it } from 'vitest';
import { tryToPayAlone } from './random-attempts.ts';

it('never pays above a limit with one person, in 400 random attempts on two servers', async () => {
  const { paid } = await tryToPayAlone(400, 20_261_129);
  expect(paid).toBeGreaterThan(5);
});
