import { rupeesFromPaise } from '@muneem/contract/money';
import {
  PAST_WITHDRAWALS_LIMIT,
  type getWithdrawal as getRoute,
  type WithdrawalView,
} from '@muneem/contract/withdrawals';
import type { Database } from '#platform/database/index.ts';
import { isoDates, type HandlerAnswer } from '#platform/http/index.ts';
import { getBalances, getHeldCoins } from '#features/ledger/index.ts';
import { listAttemptsOf } from '#features/payouts/index.ts';
import { getWithdrawal } from './get-withdrawal.ts';
import { sumOfUser } from './withdrawal-flags.repository.ts';
import { toAttemptView, viewWithdrawals } from './withdrawal.mapper.ts';
import { findUserOf, listOthersOfUser } from './withdrawals.repository.ts';

/** Returns a withdrawal with its attempts, its user and the user's other withdrawals. @throws AppError `not_found` */
export async function getWithdrawalDetails(database: Database, id: string): Promise<HandlerAnswer<typeof getRoute>> {
  const row = await getWithdrawal(database, id);
  const { userId } = row;
  const [others, attempts, user, balances, heldCoins, sums] = await Promise.all([
    listOthersOfUser(database, userId, id, PAST_WITHDRAWALS_LIMIT),
    listAttemptsOf(database, id),
    findUserOf(database, userId),
    getBalances(database, [userId]),
    getHeldCoins(database, userId),
    sumOfUser(database, userId),
  ]);
  const [withdrawal, ...pastWithdrawals] = await viewWithdrawals(database, [row, ...others]);
  return {
    withdrawal: withdrawal as WithdrawalView,
    attempts: attempts.map(toAttemptView),
    user: {
      ...isoDates(user),
      deleted: user.deletedAt !== null,
      coins: balances.get(userId) ?? 0,
      heldCoins,
      withdrawals: sums.withdrawals,
      completedWithdrawals: sums.completed,
      completedAmount: rupeesFromPaise(sums.completedPaise),
    },
    pastWithdrawals,
  };
}
