import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { kolkataTime } from '#platform/clock/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import { findAttempts, type PaidBefore, type PayoutAttempt, type Payouts } from '#features/payouts/index.ts';
import { getWithdrawal, wrongState } from './get-withdrawal.ts';
import { askSecondPersonAbout } from './second-person.ts';
import type { WithdrawalRow } from './withdrawals.repository.ts';

interface LookUpDependencies {
  readonly database: Database;
  readonly payouts: Payouts;
}

type Sent = WithdrawalRow & { readonly lastAttemptId: string };

async function getSent(database: Database, id: string): Promise<Sent> {
  const row = await getWithdrawal(database, id);
  if (row.lastAttemptId === null) throw wrongState(row, 'looked up');
  return row as Sent;
}

/**
 * Looks the payment up now, or as soon as the provider's rate limit allows. @throws AppError `not_found`, `wrong_state`
 */
export async function lookUpPayment(
  { database, payouts }: LookUpDependencies,
  id: string,
  actor: Actor,
): Promise<PayoutAttempt> {
  return askProvider(payouts, await getSent(database, id), actor);
}

const askProvider = (payouts: Payouts, { id, lastAttemptId: attemptId }: Sent, actor: Actor): Promise<PayoutAttempt> =>
  payouts.lookUpSoon(attemptId, (tx) => noteLookUp(tx, id, attemptId, actor));

const noteLookUp = (tx: Tx, id: string, attemptId: string, actor: Actor): Promise<void> =>
  writeAudit(tx, actor, 'withdrawals.look-up', ['withdrawal', id], { after: { attemptId } });

/**
 * Accepts that the provider has changed the payment's transaction id, and looks the payment up.
 * @throws AppError `wrong_state` within one day of sending, or if the provider's answers do not differ
 */
export async function acceptTransaction(
  { database, payouts }: LookUpDependencies,
  id: string,
  { actor, transactionId }: { actor: Actor; transactionId: string },
): Promise<PayoutAttempt> {
  const row = await getSent(database, id);
  await transaction(database, async (tx) => {
    await askSecondPersonAbout(tx, actor, await getWithdrawal(tx, id), `Accept transaction ID ${transactionId}`);
    const before = (await findAttempts(tx, [row.lastAttemptId])).get(row.lastAttemptId);
    const after = before && (await payouts.replaceTransactionId(tx, before, transactionId));
    if (!after) {
      throw new AppError(
        'wrong_state',
        'Another transaction ID can be accepted one day after the payment was sent, if the provider answers about another one. Look it up again first.',
      );
    }
    await writeAudit(tx, actor, 'withdrawals.accept-transaction', ['withdrawal', id], {
      before: { transactionId: before.providerTransactionId },
      after: { transactionId, referenceId: after.referenceId },
    });
  });
  return askProvider(payouts, row, actor);
}

/**
 * Looks up every earlier payment before the withdrawal's money moves again. Why: docs/decisions/payouts.md
 * @throws AppError `wrong_state` if one of them is paid or in flight, `unavailable` if the provider cannot confirm it
 */
async function assertEarlierUnpaid(
  payouts: Payouts,
  id: string,
  actor: Actor,
  deadline: Promise<void> = waitForProvider(),
): Promise<void> {
  const answer = await askAboutEarlier(payouts, id, actor, deadline);
  if (answer.verdict === 'not_paid') return;
  if (answer.verdict === 'elsewhere')
    throw new AppError(
      'wrong_state',
      `Payment ${answer.attempt.referenceId} was sent with another payout key, account or provider. The current one cannot confirm that it failed. Nothing was paid or returned. Restore the old key temporarily${answer.attempt.paidAt === null ? ', or check the old account and declare the payment not paid' : ': it was once paid, so only that account can confirm that the money came back'}.`,
    );
  throw notConfirmed(answer);
}

/**
 * Returns a withdrawal whose payments all failed. Looks up each of them. @param wanted the next step, for an error
 * @throws AppError `not_found`, `wrong_state`, or like `assertEarlierUnpaid`
 */
export async function confirmFailed(
  { database, payouts }: LookUpDependencies,
  id: string,
  wanted: string,
  { actor, deadline }: { actor: Actor; deadline?: Promise<void> },
): Promise<WithdrawalRow> {
  const failed = await getWithdrawal(database, id);
  if (failed.status !== 'payment_failed') throw wrongState(failed, wanted);
  await assertEarlierUnpaid(payouts, id, actor, deadline);
  return failed;
}

/**
 * Must follow the lock of the row: the look-ups did not cover a payment that was made after `asked` was read.
 * @throws AppError `wrong_state` if there is one
 */
export function assertNoNewPayment(locked: WithdrawalRow, asked: WithdrawalRow): void {
  if (locked.lastAttemptId === asked.lastAttemptId) return;
  throw new AppError(
    'wrong_state',
    'Another payment was made and failed meanwhile. Nothing was paid or returned. Refresh the list and try again.',
  );
}

/** Limits how long an admin waits for the provider. A later answer is still recorded. */
const PROVIDER_MS = 10_000;
export const waitForProvider = (): Promise<void> => wait(PROVIDER_MS, undefined, { ref: false });

type Earlier = Awaited<ReturnType<Payouts['confirmNotPaid']>>;

async function askAboutEarlier(payouts: Payouts, id: string, actor: Actor, deadline: Promise<void>): Promise<Earlier> {
  const asking = payouts.confirmNotPaid(id, (tx, attempt) => noteLookUp(tx, id, attempt.id, actor));
  asking.catch(() => undefined);
  const answer = await Promise.race([asking, deadline]);
  return answer ?? { verdict: 'unknown', error: 'it has not answered yet' };
}

function notConfirmed(answer: Exclude<Earlier, { verdict: 'not_paid' } | { verdict: 'elsewhere' }>): AppError {
  switch (answer.verdict) {
    case 'paid':
      return new AppError(
        'wrong_state',
        'The provider reports that an earlier payment succeeded after all. Nothing more was paid or returned.',
      );
    case 'in_flight':
      return new AppError(
        'wrong_state',
        'The provider reports that an earlier payment is still in progress. Nothing more was paid or returned. Wait for its result.',
      );
    case 'unknown':
      return new AppError(
        'unavailable',
        `The provider could not confirm that the earlier payment failed. Nothing was paid or returned. Try again later. (${answer.error})`,
      );
    case 'paid_before':
      return new AppError('wrong_state', `${describePaidBefore(answer.payment)} Nothing was paid or returned.`);
    case 'too_soon':
      return new AppError(
        'unavailable',
        `The provider was just asked about the earlier payment. Nothing was paid or returned. Try again in ${Math.ceil(answer.waitMs / 1000)} seconds.`,
      );
  }
}

/** Says when the provider called it paid and failed, and when the money may move again. */
export function describePaidBefore({
  paidAt,
  failedAt,
  possibleAt,
  lookupsLeft,
  returnedAt,
  mayPayAgain,
}: PaidBefore): string {
  const said = `The provider reported this payment as paid on ${kolkataTime(paidAt)} and as failed since ${kolkataTime(failedAt)}.`;
  if (returnedAt !== null) return `${said} Its statement shows that the money came back on ${kolkataTime(returnedAt)}.`;
  if (mayPayAgain) return `${said} Every look-up since then says that it failed.`;
  const looks = lookupsLeft === 1 ? 'one more look-up says' : `${lookupsLeft} more look-ups say`;
  const after = lookupsLeft === 0 ? '' : `, if ${looks} that it failed`;
  return `${said} It can be paid again or its coins returned from ${kolkataTime(possibleAt)}${after}, or as soon as the provider's statement shows that the money came back.`;
}

/**
 * Declares an unknown payment as not made, so it can be retried or returned. Looks it up first.
 * @throws AppError `wrong_state` within one day of sending, if the provider knew it, or if it cannot be looked up
 */
export async function declareUnpaid(
  { database, payouts }: LookUpDependencies,
  id: string,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<void> {
  const row = await getSent(database, id);
  if (row.status === 'payment_failed') return declareFailedElsewhere({ database, payouts }, id, { actor, reason });
  if (row.status !== 'processing') throw wrongState(row, 'declared not paid');
  await assertEarlierUnpaid(payouts, id, actor);
  await askProvider(payouts, row, actor);
  await transaction(database, async (tx) => {
    await askSecondPersonAbout(tx, actor, await getWithdrawal(tx, id), 'Declare not paid');
    const attempt = await payouts.declareNotPaid(tx, row.lastAttemptId, { name: actor.name, reason });
    if (!attempt) {
      throw new AppError(
        'wrong_state',
        'A payment can be declared not paid one day after it was sent, if the provider still does not know it. Look it up again first.',
      );
    }
    await writeAudit(tx, actor, 'withdrawals.declare-not-paid', ['withdrawal', id], {
      before: { status: 'processing' },
      after: { status: 'payment_failed', referenceId: attempt.referenceId, reason },
    });
  });
}

/** Declares a failed payment as not made, if its account or provider can no longer be asked. */
async function declareFailedElsewhere(
  { database, payouts }: LookUpDependencies,
  id: string,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<void> {
  const answer = await askAboutEarlier(payouts, id, actor, waitForProvider());
  if (answer.verdict === 'not_paid')
    throw new AppError('wrong_state', 'The provider confirms that nothing was paid. Pay again or return the coins.');
  if (answer.verdict !== 'elsewhere') throw notConfirmed(answer);
  await transaction(database, async (tx) => {
    await askSecondPersonAbout(tx, actor, await getWithdrawal(tx, id), 'Declare not paid');
    const attempt = await payouts.declareElsewhere(tx, answer.attempt.id, { name: actor.name, reason });
    if (!attempt) {
      throw new AppError(
        'wrong_state',
        'A payment can be declared not paid one day after it was sent, but not if the provider once reported it as paid.',
      );
    }
    await writeAudit(tx, actor, 'withdrawals.declare-not-paid', ['withdrawal', id], {
      before: { status: 'payment_failed' },
      after: { status: 'payment_failed', referenceId: attempt.referenceId, reason },
    });
  });
}
