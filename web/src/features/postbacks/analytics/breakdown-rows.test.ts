import { expect, it } from 'vitest';
import { breakdownRows } from './breakdown-rows.ts';

// covers 001-2.31
it('shows postbacks, fired requests and results per event, busiest first', () => {
  const rows = breakdownRows({
    install: { count: 2, fired: 3, success: 2, errors: 1 },
    deposit: { count: 1, fired: 10, success: 10, errors: 0 },
  });
  expect(rows).toEqual([
    { name: 'deposit', postbacks: 1, fired: 10, success: 10, errors: 0, successRate: 100 },
    { name: 'install', postbacks: 2, fired: 3, success: 2, errors: 1, successRate: 66.7 },
  ]);
});

// covers 001-2.31
it('a company without requests has no success rate instead of 0%', () => {
  const rows = breakdownRows({ Idle: { postbacks: 1, fired: 0, success: 0, errors: 0, successRate: 0 } });
  expect(rows).toEqual([expect.objectContaining({ name: 'Idle', postbacks: 1, successRate: null })]);
});
