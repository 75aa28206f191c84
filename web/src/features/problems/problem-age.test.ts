import { expect, it } from 'vitest';
import { problemAge } from './problem-age.ts';

const now = new Date('2026-11-21T12:00:00Z');
const waiting = (createdAt: string) => problemAge({ createdAt, resolvedAt: null }, now);

it('shows how long an unfinished problem has waited, in the largest whole unit', () => {
  expect(waiting('2026-11-21T11:59:30Z').text).toBe('waiting under a minute');
  expect(waiting('2026-11-21T11:59:00Z').text).toBe('waiting 1 minute');
  expect(waiting('2026-11-21T10:00:01Z').text).toBe('waiting 1 hour');
  expect(waiting('2026-11-21T10:00:00Z').text).toBe('waiting 2 hours');
  expect(waiting('2026-11-01T00:00:00Z').text).toBe('waiting 20 days');
});

it('shows "just now" if the local clock is behind the server', () => {
  expect(waiting('2026-11-21T12:05:00Z')).toEqual({ text: 'waiting under a minute', isLate: false });
});

it('is overdue after two days', () => {
  expect(waiting('2026-11-19T12:00:01Z').isLate).toBe(false);
  expect(waiting('2026-11-19T12:00:00Z').isLate).toBe(true);
});

it('shows how long a finished problem took, regardless of its age', () => {
  const done = { createdAt: '2026-01-01T00:00:00Z', resolvedAt: '2026-01-04T05:00:00Z' };
  expect(problemAge(done, now)).toEqual({ text: 'took 3 days', isLate: false });
});
