import { test } from 'vitest';
import { runDrill } from './run-drill.ts';

test('loses and repeats nothing in a switchover and a kill -9 of the primary', { timeout: 300_000 }, (context) =>
  runDrill('failover', context, { DRILL_SIZE: 'small' }),
);
