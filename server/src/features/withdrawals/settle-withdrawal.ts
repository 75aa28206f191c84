import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { postJournals } from '#features/ledger/index.ts';
import type { PayoutAttempt } from '#features/payouts/index.ts';
import { noteOutcome } from './auto-payout-breaker.ts';
import type { TellPause } from './auto-payout-mail.ts';
import { settleJournal, takenBackJournal } from './withdrawal-journals.ts';
import { findWithdrawal, lockWithdrawal, reopenRow, reviveRow, settleRow } from './withdrawals.repository.ts';

export const PROVIDER: Actor = { kind: 'system', id: 'payouts', name: 'Payout provider' };

/**
 * What a payout's outcome means for its withdrawal, in the transaction that records the outcome: paid → completed and the
 * held coins are paid out; certainly not paid → payment_failed and the coins stay held; anything else → nothing yet.
 * `tellPause` tells that this paused auto payout; default: nobody is told.
 */
export async function settleWithdrawal(
  tx: Tx,
  attempt: PayoutAttempt,
  tellPause: TellPause = () => Promise.resolve(),
): Promise<void> {
  await noteOutcome(tx, attempt, tellPause);
  if (attempt.reversed_at !== null) return takeBack(tx, attempt, attempt.reversed_at);
  const to = nextStatus(attempt.status);
  if (to === null) return;
  const at = attempt.finished_at ?? tx.now;
  const transactionId = to === 'completed' ? (attempt.utr ?? attempt.provider_transaction_id) : null;
  const row = await settleRow(tx, attempt.payable_id, { to, transactionId, at });
  if (!row)
    throw new Error(`withdrawal ${attempt.payable_id} is not being paid, but its payout ended as ${attempt.status}`);
  if (to === 'completed') await postJournals(tx, [settleJournal(row, PROVIDER)]);
  await writeAudit(tx, {
    actor: PROVIDER,
    action: to === 'completed' ? 'withdrawals.complete' : 'withdrawals.payment-failed',
    entityType: 'withdrawal',
    entityId: row.id,
    before: { status: 'processing' },
    after: { status: row.status, referenceId: attempt.reference_id, transactionId, error: attempt.error },
  });
}

/**
 * Continues a withdrawal whose failed payment is paid or in flight after all. A paid one is completed with the held coins.
 * @returns false when the coins were returned or another payment is under way: then it was paid twice.
 */
export async function reviveWithdrawal(tx: Tx, attempt: PayoutAttempt): Promise<boolean> {
  const row = await lockWithdrawal(tx, attempt.payable_id, 'payment_failed');
  if (!row) return false;
  const isPaid = attempt.status === 'paid';
  if (isPaid) await postJournals(tx, [settleJournal(row, PROVIDER)]);
  const transactionId = isPaid ? (attempt.utr ?? attempt.provider_transaction_id) : null;
  const revived = await reviveRow(tx, row.id, {
    to: isPaid ? 'completed' : 'processing',
    attemptId: attempt.id,
    transactionId,
    at: attempt.finished_at ?? tx.now,
  });
  await writeAudit(tx, {
    actor: PROVIDER,
    action: isPaid ? 'withdrawals.complete' : 'withdrawals.payment-resumed',
    entityType: 'withdrawal',
    entityId: row.id,
    before: { status: 'payment_failed' },
    after: { status: revived.status, referenceId: attempt.reference_id, transactionId },
  });
  return true;
}

/** Paid, and then taken back: the coins are held again, and a person pays again or returns them. */
async function takeBack(tx: Tx, attempt: PayoutAttempt, at: Date): Promise<void> {
  const row = await findWithdrawal(tx, attempt.payable_id);
  if (row?.status !== 'completed' || row.last_attempt_id !== attempt.id)
    throw new Error(`withdrawal ${attempt.payable_id} is not paid, but its payment was taken back`);
  // Posting the settlement again answers with the journal of the first time.
  const [settled] = await postJournals(tx, [settleJournal(row, PROVIDER)]);
  if (settled?.duplicate !== true) throw new Error(`withdrawal ${row.id} was never settled`);
  const [held] = await postJournals(tx, [takenBackJournal(row, settled.journalId, PROVIDER)]);
  if (!held) throw new Error('the reversal was not posted');
  await reopenRow(tx, row.id, { holdJournalId: held.journalId, at });
  await writeAudit(tx, {
    actor: PROVIDER,
    action: 'withdrawals.payment-reversed',
    entityType: 'withdrawal',
    entityId: row.id,
    before: { status: 'completed', transactionId: row.transaction_id },
    after: { status: 'payment_failed', referenceId: attempt.reference_id, error: attempt.error },
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
