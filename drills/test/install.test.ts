import { test } from 'vitest';
import { runDrill } from './run-drill.ts';

test('installs, switches, loses and restores a cluster by the manual', { timeout: 900_000 }, (context) =>
  runDrill('install', context),
);
