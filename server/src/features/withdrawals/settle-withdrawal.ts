import type { WithdrawalStatus } from '@muneem/contract/withdrawals';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { postJournals } from '#features/ledger/index.ts';
import type { PayoutAttempt } from '#features/payouts/index.ts';
import { countOutcome } from './auto-payout-breaker.ts';
import type { NotifyPause } from './auto-payout-mail.ts';
import { settleJournal, reversalJournal } from './withdrawal-journals.ts';
import { findWithdrawal, reopenRow, settleRow } from './withdrawals.repository.ts';

/**
 * Applies a payout's outcome to its withdrawal, in the transaction that records the outcome.
 * Paid: completed, held coins are paid out. Not paid: payment_failed, coins stay held. Otherwise: no-op.
 * `notifyPause` is called if this pauses auto payout.
 */
export async function settleWithdrawal(
  tx: Tx,
  attempt: PayoutAttempt,
  notifyPause: NotifyPause = () => Promise.resolve(),
): Promise<void> {
  await countOutcome(tx, attempt, notifyPause);
  if (attempt.reversedAt !== null) return reversePayment(tx, attempt, attempt.reversedAt);
  const to = nextStatus(attempt.status);
  if (to === null) return;
  const action = to === 'completed' ? 'withdrawals.complete' : 'withdrawals.payment-failed';
  if (!(await applyOutcome(tx, attempt, { from: 'processing', to, action })))
    throw new Error(`withdrawal ${attempt.payableId} is not being paid, but its payout ended as ${attempt.status}`);
}

/**
 * Continues a withdrawal whose failed payment turned out to be paid or in flight. A paid one settles the held coins.
 * @returns false if the coins were returned or another payment is under way: then it was paid twice
 */
export const reviveWithdrawal = (tx: Tx, attempt: PayoutAttempt): Promise<boolean> =>
  applyOutcome(
    tx,
    attempt,
    attempt.status === 'paid'
      ? { from: 'payment_failed', to: 'completed', action: 'withdrawals.complete' }
      : { from: 'payment_failed', to: 'processing', action: 'withdrawals.payment-resumed' },
  );

/** @returns false if the withdrawal is not `from` */
async function applyOutcome(
  tx: Tx,
  attempt: PayoutAttempt,
  { from, to, action }: { from: WithdrawalStatus; to: WithdrawalStatus; action: string },
): Promise<boolean> {
  const isPaid = to === 'completed';
  const transactionId = isPaid ? (attempt.utr ?? attempt.providerTransactionId) : null;
  const change = {
    from,
    to,
    attemptId: attempt.id,
    transactionId,
    finishedAt: isPaid ? (attempt.finishedAt ?? tx.now) : null,
  };
  const row = await settleRow(tx, attempt.payableId, change);
  if (!row) return false;
  if (isPaid) await postJournals(tx, [settleJournal(row, SYSTEM_ACTORS.payoutProvider)]);
  await writeAudit(tx, SYSTEM_ACTORS.payoutProvider, action, ['withdrawal', row.id], {
    before: { status: from },
    after: {
      status: to,
      referenceId: attempt.referenceId,
      transactionId,
      ...(to === 'payment_failed' ? { error: attempt.error } : {}),
    },
  });
  return true;
}

/** Holds the coins of a reversed payment again. An admin then pays again or returns them. */
async function reversePayment(tx: Tx, attempt: PayoutAttempt, at: Date): Promise<void> {
  const row = await findWithdrawal(tx, attempt.payableId);
  if (row?.status !== 'completed' || row.lastAttemptId !== attempt.id)
    throw new Error(`withdrawal ${attempt.payableId} is not paid, but its payment was reversed`);
  // Posting the settlement again returns the first journal.
  const [settled] = await postJournals(tx, [settleJournal(row, SYSTEM_ACTORS.payoutProvider)]);
  if (settled?.duplicate !== true) throw new Error(`withdrawal ${row.id} was never settled`);
  const [held] = await postJournals(tx, [reversalJournal(row, settled.journalId, SYSTEM_ACTORS.payoutProvider)]);
  if (!held) throw new Error('the reversal was not posted');
  await reopenRow(tx, row.id, { holdJournalId: held.journalId, at });
  await writeAudit(tx, SYSTEM_ACTORS.payoutProvider, 'withdrawals.payment-reversed', ['withdrawal', row.id], {
    before: { status: 'completed', transactionId: row.transactionId },
    after: { status: 'payment_failed', referenceId: attempt.referenceId, error: attempt.error },
  });
}

function nextStatus(status: PayoutAttempt['status']): 'completed' | 'payment_failed' | null {
  switch (status) {
    case 'paid':
      return 'completed';
    case 'not_paid':
    case 'refused':
    case 'not_sent':
      return 'payment_failed';
    case 'created':
    case 'sending':
    case 'in_flight':
    case 'unknown':
      return null;
  }
}
