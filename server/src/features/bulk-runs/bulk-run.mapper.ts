import type { BulkRun, BulkRunItem } from '@muneem/contract/bulk-runs';
import { rupeesFromPaise, type Paise } from '@muneem/contract/money';
import { isoDates } from '#platform/http/index.ts';
import type { BulkRunItemRow, BulkRunRow } from './bulk-runs.repository.ts';

export const toItem = (row: BulkRunItemRow): BulkRunItem => ({ ...row, amount: rupees(row.amountPaise) });

export const toBulkRun = (row: BulkRunRow): BulkRun => ({
  ...isoDates(row),
  amount: rupees(row.amountPaise),
  by: row.actor.name,
  tally: { done: 0, already: 0, checking: 0, failed: 0, refused: 0, ...row.tally },
  left: row.count - row.decided,
});

const rupees = (amountPaise: Paise | null): number | null =>
  amountPaise === null ? null : rupeesFromPaise(amountPaise);
