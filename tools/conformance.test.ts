import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './install.mjs';

/** The short names of the documents about the specification; asvs.md writes paths out. */
const PLACES: Readonly<Record<string, string>> = { e2e: 'e2e/journeys', server: 'server/test', web: 'web/src' };
const TEST_FILE = /`([\w./-]+\.(?:test|spec)\.tsx?)`/;

const pathOf = (name: string): string => {
  if (existsSync(join(ROOT, name))) return name;
  const [head = '', ...rest] = name.split('/');
  return [PLACES[head] ?? head, ...rest].join('/');
};
/** Quotes, variables of a title and line breaks are left out: only letters, digits and a few signs are compared. */
const plain = (text: string): string =>
  text
    .replaceAll(/\$\{[^}]*\}|\\n|%[sjo]/g, '')
    .replaceAll(/[^\p{L}\p{N}%{}.:;,/-]+/gu, ' ')
    .toLowerCase();

const files = new Map<string, string | undefined>();
function contentOf(name: string): string | undefined {
  if (!files.has(name)) {
    const path = join(ROOT, pathOf(name));
    files.set(name, existsSync(path) ? plain(readFileSync(path, 'utf8')) : undefined);
  }
  return files.get(name);
}

/** Every `file` of a line, with the titles that stand behind it: "`file`: one title; another". */
function mentions(line: string): { file: string; titles: string[] }[] {
  const parts = line.split(new RegExp(TEST_FILE, 'g'));
  const found: { file: string; titles: string[] }[] = [];
  for (let at = 1; at < parts.length; at += 2) {
    const after = parts[at + 1] ?? '';
    const titles = after.startsWith(': ')
      ? after
          .slice(2)
          .replace(/\s*\|\s*$/, '')
          .split('; ')
      : [];
    found.push({ file: parts[at] ?? '', titles });
  }
  return found;
}

test.each([
  ['conformance-000.md', 100],
  ['conformance-001.md', 100],
  ['asvs.md', 80],
] as const)('every test that docs/%s names is there', (document, least) => {
  const missing: string[] = [];
  let named = 0;
  for (const line of readFileSync(join(ROOT, 'docs', document), 'utf8').split('\n')) {
    for (const { file, titles } of mentions(line)) {
      named += 1;
      const content = contentOf(file);
      if (content === undefined) missing.push(file);
      else {
        for (const title of titles) {
          // A remark in brackets and what an ellipsis leaves out are no part of the title.
          const pieces = title
            .replaceAll(/\([^()]*\)/g, '…')
            .split('…')
            .map((piece) => plain(piece).trim());
          for (const piece of pieces)
            if (piece.length > 8 && !content.includes(piece.replace(/[,;:.]+$/, ''))) missing.push(`${file}: ${title}`);
        }
      }
    }
  }
  expect(missing).toEqual([]);
  expect(named).toBeGreaterThan(least);
});

test('every other file and folder that docs/asvs.md gives as evidence is there', () => {
  const text = readFileSync(join(ROOT, 'docs', 'asvs.md'), 'utf8');
  const places = [...text.matchAll(/`((?:contract|e2e|server|tools|web)\/[\w./-]+)`/g)].map(([, place = '']) => place);
  expect(places.length).toBeGreaterThan(100);
  expect(places.filter((place) => !existsSync(join(ROOT, place)))).toEqual([]);
});
