import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import { expect, test } from 'vitest';
import { ROOT } from './install.mjs';

const manual = await readFile(join(ROOT, 'docs/operating.md'), 'utf8');
const BLOCK = /^ *```sh(.*)\n([^]*?)^ *```$/gm;
/** A program with an argument, in a sentence. A statement of SQL is a command too. */
const COMMAND =
  /^(?:apt(?:-get)?|buildah|curl|docker|etcdctl|node|npm|openssl|patronictl|pg_\w+|pgbackrest|podman|psql|select|sudo|systemctl) \S/;

test('runs every command block of docs/operating.md in a drill or a test, and no missing block', async () => {
  const written = [...manual.matchAll(BLOCK)].map(([, name = '']) => name.trim());
  const sources = await glob('{drills,server/test,bench}/**/*.ts', { cwd: ROOT, ignore: '**/node_modules/**' });
  const texts = await Promise.all(sources.map((file) => readFile(join(ROOT, file), 'utf8')));
  const run = texts.flatMap((text) =>
    [...text.matchAll(/\bfollow(?:Manual)?\('([a-z][a-z-]+)'/g)].map(([, name]) => name),
  );
  expect(written.toSorted()).toEqual([...new Set(run)].toSorted());
});

test('every command in a sentence of docs/operating.md is in a block too, or names a drill', () => {
  const commands = [...manual.matchAll(BLOCK)].map(([, , text = '']) => text).join('');
  const sentences = manual.replaceAll(/^ *```[^]*?^ *```$/gm, '');
  const inline = [...sentences.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text.replaceAll(/\s+/g, ' '));
  const missing = inline.filter(
    (text) => COMMAND.test(text) && !text.startsWith('npm run drill -- ') && !commands.includes(text),
  );
  expect(missing).toEqual([]);
});

test('puts no password on a command line, where sudo logs it and ps shows it', async () => {
  const scripts = await glob('deploy/*.sh', { cwd: ROOT });
  const texts = await Promise.all(scripts.map((file) => readFile(join(ROOT, file), 'utf8')));
  const blocks = [...manual.matchAll(BLOCK)].map(([, , text = '']) => text);
  const lines = [...blocks, ...texts].flatMap((text) => text.split('\n'));
  expect(lines.filter((line) => /\b(?:env|psql|sudo)\b.*\$\{?\w*PASSWORD/.test(line))).toEqual([]);
});
