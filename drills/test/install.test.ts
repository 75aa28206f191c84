import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

test('installs, switches, loses and restores a cluster by the manual', { timeout: 900_000 }, async ({ skip }) => {
  // A process of its own: the drill starts itself again in a namespace.
  const child = spawn(process.execPath, [MAIN, 'install']);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  skip(output.includes('not run: install'), output);
  expect(output).not.toContain('✗');
  expect(code, output).toBe(0);
});
