import { expect, test } from 'vitest';
import { runParts, type RunResult } from './run-parts.ts';

const WORDS = {
  unknown: { tone: 'bad', word: 'Unknown', text: 'u' },
  notSent: { tone: 'bad', word: 'Not sent', text: 'n' },
} as const;
const good = (id: string): RunResult => ({ id, tone: 'good', word: 'Done', text: '' });

test('reports one result per item, part by part', async () => {
  const calls: string[][] = [];
  const results: RunResult[] = [];
  await runParts({
    items: ['a', 'b', 'c', 'd', 'e'],
    idOf: (id) => id,
    part: 2,
    run: async (part) => {
      calls.push([...part]);
      return part.map(good);
    },
    ...WORDS,
    onResults: (more) => results.push(...more),
  });
  expect(calls).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(results.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('stops at a failed part: its items are unknown and later items are not sent', async () => {
  let calls = 0;
  const results: RunResult[] = [];
  const run = runParts({
    items: ['a', 'b', 'c', 'd', 'e'],
    idOf: (id) => id,
    part: 2,
    run: async (part) => {
      calls += 1;
      if (calls === 2) throw new Error('away');
      return part.map(good);
    },
    ...WORDS,
    onResults: (more) => results.push(...more),
  });
  await expect(run).rejects.toThrow('away');
  expect(calls).toBe(2);
  expect(results.map(({ id, word }) => [id, word])).toEqual([
    ['a', 'Done'],
    ['b', 'Done'],
    ['c', 'Unknown'],
    ['d', 'Unknown'],
    ['e', 'Not sent'],
  ]);
});
