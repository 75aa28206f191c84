import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERROR_STATUS, type ErrorCode } from '@muneem/contract/http';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '@muneem/sandbox/web-kit';
import { TEST_PLATFORM_KEY } from '#test/test-app.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { platformClient } from './platform-client.ts';

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const world = await startWithdrawalApp({ PUBLIC_URL: url });
await world.app.http.fastify.listen({ host: '127.0.0.1', port });

const guide = await readFile(new URL('../../../docs/app-guide.md', import.meta.url), 'utf8');
/** The document's blocks and the step of the admin, in order. */
const parts = [...guide.matchAll(/^```(sh|json|ts)\n(.*?)^```$|^<!-- (An admin .*) -->$/gms)].map(
  ([, kind = 'admin', text = '']) => ({ kind, text }),
);

/** Runs the blocks in one shell, like a person who pastes them. */
function openShell(folder: string) {
  const shell = spawn('bash', ['-s'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return {
    async run(block: string): Promise<string> {
      output = '';
      shell.stdin.write(`${block}\nprintf '\\n::%s::' $?\n`);
      while (!/\n::\d+::$/.test(output)) await once(shell.stdout, 'data');
      expect(output, block).toMatch(/\n::0::$/);
      return output.replace(/\n::0::$/, '').trim();
    },
    close: () => void shell.stdin.end(),
  };
}

/** The names and kinds of an answer's values, and the values that programs decide by. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value !== 'object') return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, DECISIVE.has(name) ? inner : shapeOf(inner)]),
  );
};
const DECISIVE = new Set(['code', 'status', 'duplicate', 'message', 'text']);

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.runIf(hasCurl)('the guide for the app works as it is written, from the user to the paid withdrawal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muneem-guide-'));
  const shell = openShell(folder);
  onTestFinished(async () => {
    shell.close();
    await rm(folder, { recursive: true });
  });
  const offerId = await platformClient(world.app).createOffer({ title: 'Install the game' });
  const { body } = await world.call('GET', `/api/offers/${offerId}/postback-urls`);
  const pasted: [string, string][] = [
    ['http://127.0.0.1:3000', url],
    ['your-platform-api-key', TEST_PLATFORM_KEY],
    ['paste-the-postback-url', body.postbackUrls.install.url],
  ];
  const answers: string[] = [];
  let said = '';
  for (const { kind, text } of parts) {
    if (kind === 'sh') said = await shell.run(pasted.reduce((block, [from, to]) => block.replace(from, to), text));
    if (kind === 'json') expect(shapeOf(JSON.parse(said)), text).toEqual(shapeOf(JSON.parse(text)));
    if (kind === 'admin') {
      const id = await shell.run('printf %s "$WITHDRAWAL"');
      await world.approve(id, await shell.run('printf %s "$USER_ID"'));
      await world.until(id, 'completed');
    }
    if (kind === 'ts') {
      await writeFile(join(folder, 'app.mts'), text);
      expect(text.trim().split('\n').length).toBeLessThanOrEqual(25);
      said = await shell.run(`${JSON.stringify(process.execPath)} app.mts`);
    }
    answers.push(said);
  }
  expect(answers).toContain('302');
  expect(answers).toContain('duplicate');
  expect(answers).toContain('completed');
  expect(answers.at(-1)).toBe('pending We are checking your request. Its coins are held meanwhile.');
  expect(parts.filter(({ kind }) => kind === 'sh')).toHaveLength(13);
});

test('the guide names only error codes that exist, with their status', () => {
  const rows = [...guide.matchAll(/^\| (\d{3})[^|]* \| ([a-z_, ]+) \|/gm)];
  expect(rows.length).toBeGreaterThan(7);
  for (const [, status, codes = ''] of rows) {
    const known = codes.split(', ').map((code) => ERROR_STATUS[code as ErrorCode]);
    expect(known, codes).toContain(Number(status));
    expect(known, codes).not.toContain(undefined);
  }
});
