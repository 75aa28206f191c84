import { expect, test } from 'vitest';
import { fromForm } from '#features/postbacks/inbound-postback.ts';

test('parses a form into one value for each name, or a list of values in order', () => {
  expect({ ...fromForm('a=1&b=2&a=3&a=4&c&__proto__=5') }).toEqual({
    a: ['1', '3', '4'],
    b: '2',
    c: '',
    ['__proto__']: '5',
  });
});

const NAMES = Array.from({ length: 4_000 }, (_, i) => i.toString(36)).join('&');

/** Time of the processor in ms, the least of three. */
function timeOf(read: () => void): number {
  const times = [1, 2, 3].map(() => {
    const startedAt = process.cpuUsage();
    read();
    return process.cpuUsage(startedAt).user / 1_000;
  });
  return Math.min(...times);
}

/** The quadratic way: it walks through all names for each name. */
function readNameByName(): void {
  const search = new URLSearchParams(NAMES);
  for (const name of new Set(search.keys())) search.getAll(name);
}

test('parses a form of many names in one pass, so that it cannot block the server', () => {
  expect(timeOf(() => fromForm(NAMES))).toBeLessThan(timeOf(readNameByName) / 5);
});
