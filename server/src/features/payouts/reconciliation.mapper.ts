import { rupeesFromPaise, type Paise } from '@muneem/contract/money';
import type { PayoutDifference, ReconciliationRun } from '@muneem/contract/payouts';
import { isoDates } from '#platform/http/index.ts';
import type { DifferenceRow, RunRow } from './reconciliation.repository.ts';

export const toRun = (row: RunRow): ReconciliationRun => {
  const { fromAt: from, untilAt: until, ...run } = isoDates(row);
  return { ...run, from, until };
};

export const toDifference = (row: DifferenceRow): PayoutDifference => ({
  ...isoDates(row),
  withdrawalId: row.payableId,
  ourAmount: rupees(row.ourAmountPaise),
  theirAmount: rupees(row.theirAmountPaise),
  message: describe(row),
});

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
      return 'It went through, and the withdrawal was also paid by another transfer, or its coins were returned.';
  }
}

const rupees = (amountPaise: Paise | null): number | null =>
  amountPaise === null ? null : rupeesFromPaise(amountPaise);
