import { PROBLEM_STATUSES, PROBLEM_TYPES } from '@muneem/contract/problems';
import { expect, test } from 'vitest';
import { problemStatus } from './problem-status.ts';

// covers 001-4.11
test('a problem is open, in progress, resolved or closed, of one of four types', () => {
  expect(PROBLEM_STATUSES).toEqual(['open', 'in_progress', 'resolved', 'closed']);
  expect(PROBLEM_TYPES).toEqual(['technical', 'payment', 'offer', 'other']);
  expect(PROBLEM_STATUSES.map((status) => problemStatus(status).label)).toEqual([
    'Open',
    'In progress',
    'Resolved',
    'Closed',
  ]);
});
