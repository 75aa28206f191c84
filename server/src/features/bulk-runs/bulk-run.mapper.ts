import type { BulkRun, BulkRunItem } from '@muneem/contract/bulk-runs';
import { rupeesFromPaise, type Paise } from '@muneem/contract/money';
import type { BulkRunItemRow, BulkRunRow } from './bulk-runs.repository.ts';

export const toItem = ({ itemId, label, coins, amountPaise }: BulkRunItemRow): BulkRunItem => ({
  itemId,
  label,
  coins,
  amount: rupees(amountPaise),
});

export const toBulkRun = (row: BulkRunRow): BulkRun => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  count: row.count,
  isCutShort: row.isCutShort,
  coins: row.coins,
  amount: rupees(row.amountPaise),
  users: row.users,
  adminReason: row.adminReason,
  by: row.actor.name,
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  stopReason: row.stopReason,
  tally: { done: 0, already: 0, checking: 0, failed: 0, refused: 0, ...row.tally },
  left: row.count - row.decided,
});

const rupees = (amountPaise: Paise | null): number | null =>
  amountPaise === null ? null : rupeesFromPaise(amountPaise);
