import { expect, test } from 'vitest';
import { problemsOf } from './house-rules.ts';

test.each([
  ['server/src/platform/utils.ts', '', 'says-nothing'],
  ['web/src/ui/DataTable.tsx', '', 'kebab-case'],
  ['server/src/a.ts', 'x;\n'.repeat(301), 'too-long'],
  ['server/src/a.ts', "export * from './b.ts';", 'export-star'],
  ['server/src/a.ts', "import { b } from '../../b.ts';", 'parent-of-parent'],
  ['server/src/a.ts', '// TODO later', 'left-open'],
  ['server/src/a.test.ts', "test.skip('nothing', () => {});", 'skipped-test'],
  ['server/src/a.test.ts', 'await wait(2_000);', 'long-sleep'],
  ['web/src/a.tsx', "import { Button, Modal } from '@mantine/core';", 'bare-window'],
  ['web/src/a.tsx', '<Menu position="top">', 'bare-pop-up'],
  ['web/src/a.ts', "window.confirm('Sure?');", 'window-dialog'],
  ['server/src/a.ts', 'export async function findA(q: Q): Promise<A | undefined> {', 'find-or-null'],
  ['server/src/a.ts', 'const findA = (\n  q: Q,\n): A | undefined => q.a;', 'find-or-null'],
  ['web/src/a.ts', 'const findA = (id: string): A | undefined => all.get(id);', 'find-or-null'],
  ['server/src/a.ts', 'sql`select paid_at as "paidAt" from clicks`', 'camel-alias'],
  ['server/src/a.ts', 'await q.query<{ id: string; paid_at: Date }>(sql``);', 'snake-row'],
  ['server/src/a.repository.ts', 'interface A {\n  readonly paid_at: Date | null;\n}', 'snake-row'],
  ['server/src/a.ts', 'function pay(deps: Dependencies) {}', 'named-deps'],
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

test('finds no problem in a file that keeps the rules', () => {
  expect(problemsOf('server/src/features/offers/offers.repository.ts', "import './a.ts';\n".repeat(300))).toEqual([]);
});
