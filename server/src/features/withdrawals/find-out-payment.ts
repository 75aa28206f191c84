import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import type { PayoutAttempt, Payouts } from '#features/payouts/index.ts';
import { assertSameWithdrawal, wrongState } from './decide-withdrawal.ts';
import { findWithdrawal, type WithdrawalRow } from './withdrawals.repository.ts';

interface FindOutDependencies {
  readonly database: Database;
  readonly payouts: Payouts;
}

type Sent = WithdrawalRow & { readonly last_attempt_id: string };

async function getSent(database: Database, id: string): Promise<Sent> {
  const row = await findWithdrawal(database, id);
  assertSameWithdrawal(row, id, {});
  if (row.last_attempt_id === null) throw wrongState(row, 'looked up');
  return row as Sent;
}

/** Asks the provider now, or as soon as it may be asked again. @throws AppError `not_found`, `wrong_state` */
export async function lookUpPayment(
  { database, payouts }: FindOutDependencies,
  id: string,
  actor: Actor,
): Promise<PayoutAttempt> {
  return askProvider(payouts, await getSent(database, id), actor);
}

const askProvider = (
  payouts: Payouts,
  { id, last_attempt_id: attemptId }: Sent,
  actor: Actor,
): Promise<PayoutAttempt> => payouts.lookUpSoon(attemptId, (tx) => noteLookUp(tx, id, attemptId, actor));

const noteLookUp = (tx: Tx, id: string, attemptId: string, actor: Actor): Promise<void> =>
  writeAudit(tx, {
    actor,
    action: 'withdrawals.look-up',
    entityType: 'withdrawal',
    entityId: id,
    after: { attemptId },
  });

/**
 * Looks up every earlier payment of a withdrawal before its money moves again (design: "not_paid is not final").
 * @throws AppError `wrong_state` when one of them is paid or in flight after all, `unavailable` when the provider may not
 * be asked yet or does not tell. Nothing has moved then.
 */
export async function assertEarlierUnpaid(
  payouts: Payouts,
  id: string,
  actor: Actor,
  deadline: Promise<void> = waitForProvider(),
): Promise<void> {
  const answer = await askAboutEarlier(payouts, id, actor, deadline);
  if (answer.told === 'not_paid') return;
  if (answer.told === 'elsewhere')
    throw new AppError('wrong_state', {
      userMessage: `Payment ${answer.attempt.reference_id} was sent with another payout key, account or provider. The one in use cannot confirm that it failed. Nothing was paid or returned. Put the old key back for a moment, or look there and declare the payment not paid.`,
    });
  throw notConfirmed(answer);
}

/** How long a person waits for the provider. Its answer is recorded also when it comes later. */
const PROVIDER_MS = 10_000;
export const waitForProvider = (): Promise<void> => wait(PROVIDER_MS, undefined, { ref: false });

type Earlier = Awaited<ReturnType<Payouts['confirmNotPaid']>>;

async function askAboutEarlier(payouts: Payouts, id: string, actor: Actor, deadline: Promise<void>): Promise<Earlier> {
  const asking = payouts.confirmNotPaid(id, (tx, attempt) => noteLookUp(tx, id, attempt.id, actor));
  asking.catch(() => undefined);
  const answer = await Promise.race([asking, deadline]);
  return answer ?? { told: 'unknown', error: 'it has not answered yet' };
}

function notConfirmed(answer: Exclude<Earlier, { told: 'not_paid' } | { told: 'elsewhere' }>): AppError {
  switch (answer.told) {
    case 'paid':
      return new AppError('wrong_state', {
        userMessage:
          'The provider says that an earlier payment went through after all. Nothing more was paid or returned.',
      });
    case 'in_flight':
      return new AppError('wrong_state', {
        userMessage:
          'The provider says that an earlier payment is still in process. Nothing more was paid or returned. Wait for its result.',
      });
    case 'unknown':
      return new AppError('unavailable', {
        userMessage: `The provider could not confirm that the earlier payment failed. Nothing was paid or returned. Try again later. (${answer.error})`,
      });
    case 'too_soon':
      return new AppError('unavailable', {
        userMessage: `The provider was asked about the earlier payment a moment ago. Nothing was paid or returned. Try again in ${Math.ceil(answer.waitMs / 1000)} seconds.`,
      });
  }
}

/**
 * A person's word that an unknown payment was not made. Then it can be paid again or returned. The provider is asked first.
 * @throws AppError `wrong_state` while the provider may still tell: within a day, when it ever knew the transfer, or when it
 * cannot be asked just now.
 */
export async function declareUnpaid(
  { database, payouts }: FindOutDependencies,
  id: string,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<void> {
  const row = await getSent(database, id);
  if (row.status === 'payment_failed') return declareFailedElsewhere({ database, payouts }, id, { actor, reason });
  if (row.status !== 'processing') throw wrongState(row, 'declared not paid');
  await assertEarlierUnpaid(payouts, id, actor);
  await askProvider(payouts, row, actor);
  await transaction(database, async (tx) => {
    const attempt = await payouts.declareNotPaid(tx, row.last_attempt_id, { name: actor.name, reason });
    if (!attempt) {
      throw new AppError('wrong_state', {
        userMessage:
          'Only a payment of which the provider, a day later and asked again, knows nothing can be declared not paid. Look it up again first.',
      });
    }
    await writeAudit(tx, {
      actor,
      action: 'withdrawals.declare-not-paid',
      entityType: 'withdrawal',
      entityId: id,
      before: { status: 'processing' },
      after: { status: 'payment_failed', referenceId: attempt.reference_id, reason },
    });
  });
}

/** A person's word about a failed payment of an account or provider that cannot be asked any more. */
async function declareFailedElsewhere(
  { database, payouts }: FindOutDependencies,
  id: string,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<void> {
  const answer = await askAboutEarlier(payouts, id, actor, waitForProvider());
  if (answer.told === 'not_paid')
    throw new AppError('wrong_state', {
      userMessage: 'The provider confirms that nothing was paid. Pay again or return the coins.',
    });
  if (answer.told !== 'elsewhere') throw notConfirmed(answer);
  await transaction(database, async (tx) => {
    const attempt = await payouts.declareElsewhere(tx, answer.attempt.id, { name: actor.name, reason });
    if (!attempt)
      throw new AppError('wrong_state', {
        userMessage: 'A payment can be declared not paid one day after it was sent.',
      });
    await writeAudit(tx, {
      actor,
      action: 'withdrawals.declare-not-paid',
      entityType: 'withdrawal',
      entityId: id,
      before: { status: 'payment_failed' },
      after: { status: 'payment_failed', referenceId: attempt.reference_id, reason },
    });
  });
}
