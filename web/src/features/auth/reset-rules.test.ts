import { expect, it } from 'vitest';
import { resetComplaint } from './reset-rules.ts';

it.each([
  ['secret1', 'secret2', 'Passwords do not match'],
  ['12345', '12345', 'Password must be at least 6 characters long'],
  ['12345', '123456', 'Passwords do not match'],
  ['123456', '123456', undefined],
])('reports the error in %s and %s', (first, second, complaint) => {
  expect(resetComplaint(first, second)).toBe(complaint);
});
