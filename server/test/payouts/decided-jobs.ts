import { expect } from 'vitest';
import { sql } from '#platform/database/index.ts';
import type { TestApp } from '#test/test-app.ts';

/**
 * Waits until Auto Payout has tried to decide each withdrawal. One that a pause keeps back is listed as waiting before
 * its job has run too, so the number that waits does not show this.
 */
export const noJobLeft = ({ database }: TestApp): Promise<void> =>
  expect
    .poll(
      () =>
        database.getValue<number>(sql`
          select count(*) from jobs.job where name = 'withdrawals-auto-approve' and state < 'completed'`),
      { timeout: 20_000 },
    )
    .toBe(0);
