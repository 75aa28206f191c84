import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

test('restores a cluster under Patroni to a second by the manual', { timeout: 300_000 }, async ({ skip }) => {
  // A process of its own: the drill starts itself again in namespaces.
  const child = spawn(process.execPath, [MAIN, 'cluster-restore']);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  skip(output.includes('not run: cluster-restore'), output);
  expect(output).not.toContain('✗');
  expect(code, output).toBe(0);
});
