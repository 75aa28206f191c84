import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

test(
  'loses and repeats nothing in a switchover and a kill -9 of the primary',
  { timeout: 300_000 },
  async ({ skip }) => {
    // A process of its own: the drill starts itself again in namespaces.
    const child = spawn(process.execPath, [MAIN, 'failover'], { env: { ...process.env, DRILL_SIZE: 'small' } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
    const [code] = (await once(child, 'close')) as [number];
    skip(output.includes('not run: failover'), output);
    expect(output).not.toContain('✗');
    expect(code, output).toBe(0);
  },
);
