import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { judge, line } from '../report.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const VITEST = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url));
const TESTS = ['server/test/ledger/ledger-model.test.ts', 'server/test/ledger/undo-journals.test.ts'];

/**
 * Runs the ledger's random operations and its concurrent reversals at full size. `SEEDS` sets a smaller number of
 * seeds.
 */
export async function benchLedger(): Promise<boolean> {
  const seeds = process.env['SEEDS'] ?? '2000';
  const startedAt = performance.now();
  const child = spawn(process.execPath, [VITEST, 'run', ...TESTS], {
    cwd: ROOT,
    env: { ...process.env, LEDGER_SEEDS: seeds, LEDGER_OPERATIONS: '512', LEDGER_UNDONE: '2000' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  line(
    `${seeds} seeds × 512 operations and 2,000 × 4 undoings in ${((performance.now() - startedAt) / 60_000).toFixed(1)} min`,
  );
  return judge('runs with a broken invariant', code === 0 ? 0 : 1, '≤', 0);
}
