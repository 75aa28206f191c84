import { expect, test } from 'vitest';
import { subjectProblem } from './commit-subjects.ts';

test.each([
  'fix(payouts): look up a late success',
  'feat!: refuse a second event of one name',
  'docs: bring the figures up to date',
  'test(users,offers): state behaviour in titles',
  'test(e2e): need one mail server only',
])('accepts the subject %s', (subject) => {
  expect(subjectProblem(subject)).toBeNull();
});

test.each([
  ['update things', 'is not `type(scope): imperative`'],
  ['fix(db): what failed is waited for', 'not with an imperative'],
  ['fix(db): waiting for warnings', 'not with an imperative'],
  ['fix(db): the pool waits', 'not with an imperative'],
  [`fix: ${'a'.repeat(80)}`, 'the limit is 72'],
])('refuses the subject %s', (subject, problem) => {
  expect(subjectProblem(subject)).toContain(problem);
});
