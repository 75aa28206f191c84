import { expect, it } from 'vitest';
import { tryToPayAlone } from './random-attempts.ts';

it('never pays above a limit with one person, in 10,000 random attempts on two servers', async () => {
  for (const seed of [11, 222, 3_333, 44_444]) {
    const { paid } = await tryToPayAlone(2_500, seed);
    expect(paid).toBeGreaterThan(20);
  }
}, 1_200_000);
