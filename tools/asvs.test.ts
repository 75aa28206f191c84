import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './install.mjs';
import { isSaid, testTitles } from './test-titles.ts';

const TEST_FILE = /`([\w./-]+\.(?:test|spec)\.tsx?)`/;

const titlesOf = new Map<string, readonly string[] | undefined>();
function titlesIn(file: string): readonly string[] | undefined {
  if (!titlesOf.has(file)) {
    const path = join(ROOT, file);
    titlesOf.set(file, existsSync(path) ? testTitles(path, readFileSync(path, 'utf8')) : undefined);
  }
  return titlesOf.get(file);
}

/** Each cited `file` of a line with its test titles: "`file`: one title; another". */
function mentions(line: string): { file: string; titles: string[] }[] {
  const parts = line.split(new RegExp(TEST_FILE, 'g'));
  const found: { file: string; titles: string[] }[] = [];
  for (let at = 1; at < parts.length; at += 2) {
    const after = parts[at + 1] ?? '';
    const titles = after.startsWith(': ')
      ? after
          .slice(2)
          .replace(/[;|\s]*$/, '')
          .split('; ')
      : [];
    found.push({ file: parts[at] ?? '', titles });
  }
  return found;
}

const isThere = (file: string, said: string): boolean => titlesIn(file)?.some((title) => isSaid(title, said)) ?? false;

test('finds every test that docs/asvs.md names', () => {
  const missing: string[] = [];
  let named = 0;
  for (const line of readFileSync(join(ROOT, 'docs', 'asvs.md'), 'utf8').split('\n')) {
    for (const { file, titles } of mentions(line)) {
      named += 1;
      if (titlesIn(file) === undefined) missing.push(file);
      missing.push(...titles.filter((said) => !isThere(file, said)).map((said) => `${file}: ${said}`));
    }
  }
  expect(missing).toEqual([]);
  expect(named).toBeGreaterThan(80);
});

test('finds every other file and folder that docs/asvs.md cites', () => {
  const text = readFileSync(join(ROOT, 'docs', 'asvs.md'), 'utf8');
  const places = [...text.matchAll(/`((?:contract|e2e|server|tools|web)\/[\w./-]+)`/g)].map(([, place = '']) => place);
  expect(places.length).toBeGreaterThan(100);
  expect(places.filter((place) => !existsSync(join(ROOT, place)))).toEqual([]);
});
