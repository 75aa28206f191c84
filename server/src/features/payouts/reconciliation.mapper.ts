import { rupeesFromPaise, type Paise } from '@muneem/contract/money';
import type { PayoutDifference, ReconciliationRun } from '@muneem/contract/payouts';
import type { DifferenceRow, RunRow } from './reconciliation.repository.ts';

export function toRun(row: RunRow): ReconciliationRun {
  return {
    id: row.id,
    status: row.status,
    provider: row.provider,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    from: row.from_at.toISOString(),
    until: row.until_at.toISOString(),
    entries: row.entries,
    matched: row.matched,
    differing: row.differing,
    underWay: row.under_way,
    tooRecent: row.too_recent,
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
    referenceId: row.reference_id,
    providerTransactionId: row.provider_transaction_id,
    utr: row.utr,
    withdrawalId: row.payable_id,
    ourAmount: rupees(row.our_amount_paise),
    theirAmount: rupees(row.their_amount_paise),
    ourStatus: row.our_status,
    theirStatus: row.their_status,
    message: describe(row),
    firstSeenAt: row.first_seen_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    reason: row.reason,
  };
}

function describe(row: DifferenceRow): string {
  const ours = row.our_status?.replaceAll('_', ' ') ?? 'nothing';
  switch (row.kind) {
    case 'missing_at_provider':
      return `We sent it (${ours}), but it is not on the provider's statement.`;
    case 'missing_at_ours':
      return "It is on the provider's statement, but we never sent it.";
    case 'amount_differs':
      return `We sent ₹${rupees(row.our_amount_paise)}, the statement says ₹${rupees(row.their_amount_paise)}.`;
    case 'status_differs':
      return `We have it as ${ours}, the statement says ${row.their_status}.`;
    case 'paid_twice':
      return 'The statement has two valid transfers with this reference.';
  }
}

const rupees = (amountPaise: Paise | null): number | null =>
  amountPaise === null ? null : rupeesFromPaise(amountPaise);
