import { AppError } from '#platform/app-error/index.ts';
import { decidedByName, writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { findPayoutStop, lockBalance, postJournals } from '#features/ledger/index.ts';
import type { Payouts } from '#features/payouts/index.ts';
import { getWithdrawal, wrongState, type BelievedWithdrawal } from './get-withdrawal.ts';
import { assertNoNewPayment, confirmFailed } from './look-up-payment.ts';
import { askSecondPersonToReturn } from './second-person.ts';
import { releaseJournal } from './withdrawal-journals.ts';
import {
  findUserOf,
  recordDecision,
  lockSomePending,
  lockWithdrawal,
  rejectLocked,
  type WithdrawalRow,
} from './withdrawals.repository.ts';

type RejectDependencies = Pick<Platform, 'database' | 'clock'>;

/**
 * Rejects a withdrawal and returns the coins, in one transaction. The bank may return a payment after its user was
 * deleted: then the coins are forfeited.
 * @param failed the row whose payments were all confirmed not paid. Without it the withdrawal must be pending
 * @throws AppError `not_found`, `conflict`, `wrong_state`, `unavailable` in an unconfirmed restored copy
 */
export async function rejectWithdrawal(
  { database, clock }: RejectDependencies,
  id: string,
  believed: BelievedWithdrawal,
  { actor, adminReason, failed }: { actor: Actor; adminReason: string | null; failed?: WithdrawalRow },
): Promise<void> {
  const from = failed === undefined ? 'pending' : 'payment_failed';
  await transaction(database, async (tx) => {
    await assertNoRestoredCopy(tx);
    await getWithdrawal(tx, id, believed);
    const locked = await lockWithdrawal(tx, id, from);
    if (!locked) throw wrongState(await getWithdrawal(tx, id), from === 'pending' ? 'rejected' : 'returned');
    if (failed !== undefined) {
      assertNoNewPayment(locked, failed);
      await askSecondPersonToReturn(tx, actor, locked);
    }
    // A deletion locks the wallet too, so the later of the two sees the earlier.
    await lockBalance(tx, locked.userId);
    const isDeleted = (await findUserOf(tx, locked.userId)).deletedAt !== null;
    await postJournals(tx, [releaseJournal({ ...locked, adminReason }, actor, isDeleted)]);
    const decision = { verifiedBy: decidedByName(actor), verifiedAt: clock.now(), adminReason };
    const row = await recordDecision(tx, id, { from, to: 'rejected' }, decision);
    if (!row) throw new Error(`withdrawal ${id} was locked, but is not ${from}`);
    const action = from === 'pending' ? 'withdrawals.reject' : 'withdrawals.return-coins';
    await writeAudit(tx, actor, action, ['withdrawal', id], {
      before: { status: from },
      after: { status: row.status, [isDeleted ? 'forfeitedCoins' : 'returnedCoins']: row.coins, adminReason },
    });
  });
}

/** The original may have paid it after the restored second. Then the user would have the money and the coins. */
async function assertNoRestoredCopy(tx: Tx): Promise<void> {
  if ((await findPayoutStop(tx)) !== 'restored_copy') return;
  throw new AppError(
    'unavailable',
    'Nothing was rejected because this is a restored copy, whose original may have paid the withdrawal. Contact your server administrator.',
  );
}

/**
 * Returns the coins of a withdrawal whose payment failed. First looks up every earlier payment.
 * @throws AppError like `rejectWithdrawal` and `confirmFailed`
 */
export async function returnCoins(
  dependencies: RejectDependencies & { readonly payouts: Payouts },
  id: string,
  { actor, adminReason }: { actor: Actor; adminReason: string | null },
): Promise<void> {
  const failed = await confirmFailed(dependencies, id, 'returned', { actor });
  await rejectWithdrawal(dependencies, id, {}, { actor, adminReason, failed });
}

const CHUNK = 200;

/**
 * Rejects every pending withdrawal up to `until`, in transactions of a few hundred. A user with one cannot be deleted.
 * @returns their number
 */
export async function rejectAllPending(
  { database, clock }: RejectDependencies,
  { actor, adminReason, until }: { actor: Actor; adminReason: string | null; until?: Date | undefined },
): Promise<number> {
  const decision = { verifiedBy: actor.name, verifiedAt: clock.now(), adminReason };
  for (let rejected = 0; ;) {
    const rows = await transaction(database, async (tx) => {
      await assertNoRestoredCopy(tx);
      const chunk = await lockSomePending(tx, until ?? decision.verifiedAt, CHUNK);
      await postJournals(
        tx,
        chunk.map((row) => releaseJournal({ ...row, adminReason }, actor)),
      );
      await rejectLocked(
        tx,
        chunk.map(({ id }) => id),
        decision,
      );
      for (const row of chunk) {
        await writeAudit(tx, actor, 'withdrawals.reject', ['withdrawal', row.id], {
          before: { status: 'pending' },
          after: { status: 'rejected', returnedCoins: row.coins, adminReason, bulk: true },
        });
      }
      return chunk.length;
    });
    rejected += rows;
    if (rows < CHUNK) return rejected;
  }
}
