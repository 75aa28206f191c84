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
export async function assertEarlierUnpaid(payouts: Payouts, id: string, actor: Actor): Promise<void> {
  const answer = await payouts.confirmNotPaid(id, (tx, attempt) => noteLookUp(tx, id, attempt.id, actor));
  switch (answer.told) {
    case 'not_paid':
      return;
    case 'paid':
      throw new AppError('wrong_state', {
        userMessage:
          'The provider says that an earlier payment went through after all. Nothing more was paid or returned.',
      });
    case 'in_flight':
      throw new AppError('wrong_state', {
        userMessage:
          'The provider says that an earlier payment is still in process. Nothing more was paid or returned. Wait for its result.',
      });
    case 'unknown':
      throw new AppError('unavailable', {
        userMessage: `The provider could not confirm that the earlier payment failed. Nothing was paid or returned. Try again later. (${answer.error})`,
      });
    case 'too_soon':
      throw new AppError('unavailable', {
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
