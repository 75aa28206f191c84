import { expect, test } from 'vitest';
import { runParts, type RunResult } from './run-parts.ts';

const WORDS = {
  unknown: { tone: 'bad', word: 'Unknown', text: 'u' },
  notSent: { tone: 'bad', word: 'Not sent', text: 'n' },
} as const;
const good = (id: string): RunResult => ({ id, tone: 'good', word: 'Done', text: '' });

/** Runs five items in parts of two. The part with this number fails. */
const run = (failing?: number) => {
  const calls: string[][] = [];
  const results: RunResult[] = [];
  const over = runParts({
    items: ['a', 'b', 'c', 'd', 'e'],
    idOf: (id) => id,
    part: 2,
    run: async (part) => {
      calls.push([...part]);
      if (calls.length === failing) throw new Error('away');
      return part.map(good);
    },
    ...WORDS,
    onResults: (more) => results.push(...more),
  });
  return { over, calls, results };
};

test('reports one result per item, part by part', async () => {
  const { over, calls, results } = run();
  await over;
  expect(calls).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(results.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('stops at a failed part: its items are unknown and later items are not sent', async () => {
  const { over, calls, results } = run(2);
  await expect(over).rejects.toThrow('away');
  expect(calls).toHaveLength(2);
  expect(results.map(({ id, word }) => `${id} ${word}`)).toEqual([
    'a Done',
    'b Done',
    'c Unknown',
    'd Unknown',
    'e Not sent',
  ]);
});
