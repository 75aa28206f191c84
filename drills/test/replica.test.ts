import { expect, test } from 'vitest';
import { rehearseReplica } from '../src/replica/replica.drill.ts';

test(
  'reads reports from a real replica, and from the primary when it lags or dies',
  { timeout: 240_000 },
  async ({ skip }) => {
    const outcome = await rehearseReplica({
      rows: 20_000,
      clicks: 2_000,
      seconds: 2,
      windows: 1,
      rounds: 1,
      isBetweenChecks: false,
    });
    skip(outcome === 'not run', 'PostgreSQL of Debian is missing');
    expect(outcome).toBe(true);
  },
);
