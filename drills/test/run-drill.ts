import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext } from 'vitest';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Runs a drill in a process of its own, because it starts itself again in namespaces. Prints its figures as one block. */
export async function runDrill(
  name: string,
  { skip }: Pick<TestContext, 'skip'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(process.execPath, [MAIN, name], { env: { ...process.env, ...settings } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  process.stdout.write(`\nThe drill ${name}:\n${output}\n`);
  skip(output.includes(`not run: ${name}`), output);
  expect(output).not.toContain('✗');
  expect(code, output).toBe(0);
}
