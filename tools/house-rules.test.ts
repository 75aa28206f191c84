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
  ['web/src/a.tsx', "import { Button, Modal } from '@mantine/core';", 'bare-window'],
  ['web/src/a.tsx', '<Menu position="top">', 'bare-pop-up'],
  ['web/src/a.ts', "window.confirm('Sure?');", 'window-dialog'],
])('in %s, reports %j as %s', (file, text, rule) => {
  expect(problemsOf(file, text)).toEqual([expect.stringMatching(new RegExp(`^${rule}: `))]);
});

test('finds no problem in a file that keeps the rules', () => {
  expect(problemsOf('server/src/features/offers/offers.repository.ts', "import './a.ts';\n".repeat(300))).toEqual([]);
});
