import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#platform/app-error/index.ts';
import { decidedByName, writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { sumOutstandingOf } from '#features/conversions/index.ts';
import { findPayoutStop, findWalletProblem, getBalances, isHeld } from '#features/ledger/index.ts';
import { destinationOf, type PayoutAttempt, type Payouts } from '#features/payouts/index.ts';
import { beneficiaryName } from './beneficiary-name.ts';
import { askSecondPersonToPay } from './second-person.ts';
import { getWithdrawal, wrongState, type BelievedWithdrawal } from './get-withdrawal.ts';
import { assertNoNewPayment, confirmFailed, waitForProvider } from './look-up-payment.ts';
import {
  recordDecision,
  findUserOf,
  lockWithdrawal,
  setLastAttempt,
  type WithdrawalRow,
} from './withdrawals.repository.ts';

export interface PayDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly payouts: Payouts;
}

/** The payment's outcome for the approving admin. Undefined while it is not known yet. */
type PaymentResult =
  | { readonly success: boolean; readonly transactionId?: string; readonly error?: string }
  | undefined;

export interface ApprovedWithdrawal {
  readonly paymentResult: PaymentResult;
  readonly estimatedTime?: string;
}

/** Limits how long an admin waits for the provider. The call itself continues. */
const WAIT_FOR_OUTCOME_MS = 10_000;

/**
 * Approves a pending withdrawal and pays it. Waits for the outcome up to 10 s, or until `patience` ends.
 * @throws AppError `wrong_state` if the withdrawal is already decided, `conflict` if the caller's data differs,
 * `unavailable` while payouts are stopped
 */
export async function approveWithdrawal(
  dependencies: PayDependencies,
  id: string,
  believed: BelievedWithdrawal,
  { actor, adminReason = null, patience }: { actor: Actor; adminReason?: string | null; patience?: Promise<unknown> },
): Promise<ApprovedWithdrawal> {
  const attempt = await transaction(dependencies.database, async (tx) => {
    await getWithdrawal(tx, id, believed);
    return startPayment(tx, dependencies, id, 'pending', { actor, adminReason });
  });
  return awaitOutcome(dependencies.payouts, attempt, patience);
}

/**
 * Retries a failed payment. First looks up every earlier payment.
 * @throws AppError like `approveWithdrawal` and `confirmFailed`
 */
export async function retryPayment(
  dependencies: PayDependencies,
  id: string,
  actor: Actor,
): Promise<ApprovedWithdrawal> {
  const deadline = waitForProvider();
  const failed = await confirmFailed(dependencies, id, 'paid again', { actor, deadline });
  const attempt = await transaction(dependencies.database, async (tx) => {
    const row = await lockWithdrawal(tx, id, 'payment_failed');
    if (!row) throw wrongState(await getWithdrawal(tx, id), 'paid again');
    assertNoNewPayment(row, failed);
    return startPayment(tx, dependencies, id, 'payment_failed', { actor, adminReason: row.adminReason });
  });
  return awaitOutcome(dependencies.payouts, attempt, deadline);
}

const STOPPED = {
  ledger: 'Payouts are stopped because the ledger check found an error. Contact your server administrator.',
  restored_copy: 'Payouts are stopped because this is a restored copy. Contact your server administrator.',
} as const;

/** `erase_user` writes it over a destination. Only a payment that the bank returned later can have it. */
const ERASED = 'erased';
const NO_DESTINATION =
  'The destination was erased with the user, so it cannot be paid again. Return the coins instead.';

/** Moves the withdrawal to `processing` and creates the payout attempt, in one transaction. Calls no provider. */
export async function startPayment(
  tx: Tx,
  { clock, payouts }: PayDependencies,
  id: string,
  from: 'pending' | 'payment_failed',
  { actor, adminReason }: { actor: Actor; adminReason: string | null },
): Promise<PayoutAttempt> {
  const stop = await findPayoutStop(tx);
  if (stop !== null) throw new AppError('unavailable', STOPPED[stop]);
  const row = await recordDecision(
    tx,
    id,
    { from, to: 'processing' },
    { verifiedBy: decidedByName(actor), verifiedAt: clock.now(), adminReason },
  );
  if (!row) throw wrongState(await getWithdrawal(tx, id), from === 'pending' ? 'approved' : 'paid again');
  if ((row.upiId ?? row.accountNumber) === ERASED) throw new AppError('wrong_state', NO_DESTINATION);
  await assertBacked(tx, row);
  await assertOwesNothing(tx, row, from);
  await askSecondPersonToPay(tx, actor, row, from);
  const attempt = await payouts.create(tx, {
    payableId: id,
    amountPaise: row.amountPaise,
    // The current name: a payment that was refused for the name of the request can be retried.
    beneficiaryName: beneficiaryName({
      uid: row.userUid,
      name: (await findUserOf(tx, row.userId)).name ?? row.userName,
    }),
    destination: destinationOf(row),
  });
  await setLastAttempt(tx, id, attempt.id);
  const action = from === 'pending' ? 'withdrawals.approve' : 'withdrawals.retry-payment';
  await writeAudit(tx, actor, action, ['withdrawal', id], {
    before: { status: from },
    after: { status: row.status, referenceId: attempt.referenceId, amountPaise: row.amountPaise },
  });
  return attempt;
}

/** Replays the wallet: coins that were edited in, or posted without a cause, are not paid out. */
async function assertBacked(tx: Tx, row: WithdrawalRow): Promise<void> {
  const { id: withdrawalId, userId, coins, amountPaise, holdJournalId: journalId, createdAt: requestedAt } = row;
  const problem = (await isHeld(tx, { journalId, withdrawalId, userId, coins, amountPaise, requestedAt }))
    ? await findWalletProblem(tx, userId)
    : `withdrawal ${withdrawalId} does not hold the ${coins} coins of its amount`;
  if (problem === null) return;
  throw new AppError(
    'wrong_state',
    `Nothing was paid: the ledger of this user does not balance (${problem}). Run "npm run verify-ledger" on the server.`,
  );
}

/** Outstanding coins are larger than the wallet, so the withdrawal's own coins must settle them. */
async function assertOwesNothing(tx: Tx, { userId }: WithdrawalRow, from: 'pending' | 'payment_failed'): Promise<void> {
  const owed = await sumOutstandingOf(tx, userId);
  if (owed === 0) return;
  const balance = (await getBalances(tx, [userId])).get(userId) ?? 0;
  const settle = from === 'pending' ? 'Reject the withdrawal, so that its coins' : 'Return the coins, so that they';
  throw new AppError(
    'wrong_state',
    `Nothing was paid: ${balance} coins are in the wallet of this user, and ${owed} of reversed rewards are outstanding. ${settle} settle them, or write them off first.`,
  );
}

export async function awaitOutcome(
  payouts: Payouts,
  { id }: PayoutAttempt,
  patience: Promise<unknown> = new Promise(() => undefined),
): Promise<ApprovedWithdrawal> {
  const waiting = new AbortController();
  const sending = payouts.send(id);
  // If the caller has gone, the background job finishes the payment.
  sending.catch(() => undefined);
  const attempt = await Promise.race([
    sending,
    wait(WAIT_FOR_OUTCOME_MS, undefined, { signal: waiting.signal }).catch(() => undefined),
    patience.then(() => undefined),
  ]).finally(() => waiting.abort());
  return attempt === undefined ? { paymentResult: undefined } : describe(attempt);
}

function describe(attempt: PayoutAttempt): ApprovedWithdrawal {
  const transactionId = attempt.utr ?? attempt.providerTransactionId;
  const success = { success: true, ...(transactionId === null ? {} : { transactionId }) };
  switch (attempt.status) {
    case 'paid':
      return { paymentResult: success, estimatedTime: 'Immediate' };
    case 'in_flight':
      return { paymentResult: success, estimatedTime: estimatedTime(attempt) };
    case 'not_paid':
    case 'refused':
    case 'not_sent':
      return { paymentResult: { success: false, error: attempt.error ?? 'The payout provider did not pay.' } };
    case 'unknown':
    case 'created':
    case 'sending':
      return { paymentResult: undefined };
  }
}

/** How long a transfer takes that the provider accepted. */
export const estimatedTime = ({ mode }: Pick<PayoutAttempt, 'mode'>): string =>
  mode === 'UPI' ? 'A few minutes' : 'Up to 2 hours';

export function messageFor({ paymentResult }: ApprovedWithdrawal): string {
  if (paymentResult === undefined) return 'Withdrawal approved successfully!';
  if (paymentResult.success) return 'Withdrawal approved and payment initiated!';
  return 'Withdrawal approved but payment failed. Please check the payout provider account balance and configuration.';
}
