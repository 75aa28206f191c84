import { rupeesFromPaise, type Paise } from '@muneem/contract/money';
import type { PayoutDifference, ReconciliationRun } from '@muneem/contract/payouts';
import type { DifferenceRow, RunRow } from './reconciliation.repository.ts';

export function toRun(row: RunRow): ReconciliationRun {
  return {
    id: row.id,
    status: row.status,
    provider: row.provider,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    from: row.fromAt.toISOString(),
    until: row.untilAt.toISOString(),
    entries: row.entries,
    matched: row.matched,
    differing: row.differing,
    underWay: row.underWay,
    tooRecent: row.tooRecent,
    differences: row.differences,
    error: row.error,
  };
}

export function toDifference(row: DifferenceRow): PayoutDifference {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    provider: row.provider,
    referenceId: row.referenceId,
    providerTransactionId: row.providerTransactionId,
    utr: row.utr,
    withdrawalId: row.payableId,
    ourAmount: rupees(row.ourAmountPaise),
    theirAmount: rupees(row.theirAmountPaise),
    ourStatus: row.ourStatus,
    theirStatus: row.theirStatus,
    message: describe(row),
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy,
    reason: row.reason,
  };
}

function describe(row: DifferenceRow): string {
  const ours = row.ourStatus?.replaceAll('_', ' ') ?? 'nothing';
  switch (row.kind) {
    case 'missing_at_provider':
      return `We sent it (${ours}), but it is not on the provider's statement.`;
    case 'missing_at_ours':
      return "It is on the provider's statement, but we never sent it.";
    case 'amount_differs':
      return `We sent ₹${rupees(row.ourAmountPaise)}, the statement says ₹${rupees(row.theirAmountPaise)}.`;
    case 'status_differs':
      return `We have it as ${ours}, the statement says ${row.theirStatus}.`;
    case 'paid_twice':
      return 'The statement has two valid transfers with this reference.';
  }
}

const rupees = (amountPaise: Paise | null): number | null =>
  amountPaise === null ? null : rupeesFromPaise(amountPaise);
