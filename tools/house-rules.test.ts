import { expect, test } from 'vitest';
import { problemsOf } from './house-rules.ts';

test.each([
  ['server/src/platform/utils.ts', '', 'says-nothing'],
  ['server/src/a.test.ts', 'await wait(2_000);', 'long-sleep'],
  ['server/src/a.ts', 'export async function findA(q: Q): Promise<A | undefined> {', 'find-or-null'],
  ['server/src/a.ts', 'const findA = (\n  q: Q,\n): A | undefined => q.a;', 'find-or-null'],
  ['web/src/a.ts', 'const findA = (id: string): A | undefined => all.get(id);', 'find-or-null'],
  ['server/src/a.ts', 'sql`select paid_at as "paidAt" from clicks`', 'camel-alias'],
  ['server/src/a.ts', 'await q.query<{ id: string; paid_at: Date }>(sql``);', 'snake-row'],
  ['server/src/a.repository.ts', 'interface A {\n  readonly paid_at: Date | null;\n}', 'snake-row'],
  ['server/src/features/a/a.ts', 'readonly amountPaise: number;', 'plain-money'],
  ['server/src/features/a/a.ts', 'coins?: number | null;', 'plain-money'],
])('in %s, reports %j as %s', (file, text, rule) => {
  expect(problemsOf(file, text)).toEqual([expect.stringMatching(new RegExp(`^${rule}: `))]);
});

test.each([
  'function findA(q: Q | undefined): Promise<A | null> {\n  const b = (): B | undefined => null;',
  'const a = findA(q);\nfunction b(): B | undefined {',
  'q.query<{ paidAt: Date }>(sql`select paid_at from clicks`);\nconst a = { paid_out: 0 };',
  'coinsPerRupee: number; coins: Coins;',
])('accepts %j', (text) => {
  expect(problemsOf('server/src/features/a/a.ts', text)).toEqual([]);
});
