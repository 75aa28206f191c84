import type { Coins, Paise } from '@muneem/contract/money';
import type { PaymentStatus, WithdrawalStatus } from '@muneem/contract/withdrawals';
import { sql, type Queryable } from '#platform/database/index.ts';

export interface WithdrawalRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly coins: Coins;
  readonly amountPaise: Paise;
  readonly status: WithdrawalStatus;
  readonly finishedAt: Date | null;
  readonly adminReason: string | null;
}

/** Lists a user's withdrawals since then, oldest first. */
export const listWithdrawalsSince = (
  q: Queryable,
  userId: number,
  since: Date,
  limit: number,
): Promise<WithdrawalRow[]> =>
  q.query<WithdrawalRow>(sql`
    select id, created_at, coins, amount_paise, status, finished_at,
      admin_reason
    from withdrawals where user_id = ${userId} and created_at >= ${since} order by created_at, id limit ${limit}`);

export interface PayoutRow {
  readonly withdrawalId: string;
  readonly referenceId: string;
  readonly status: PaymentStatus;
  readonly provider: string;
  readonly utr: string | null;
  readonly providerTransactionId: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export const listPayouts = (q: Queryable, withdrawalIds: readonly string[]): Promise<PayoutRow[]> =>
  q.query<PayoutRow>(sql`
    select payable_id as withdrawal_id, reference_id, status, provider, utr,
      provider_transaction_id, created_at, finished_at
    from payout_attempts where payable_id = any (${withdrawalIds}::text[]) order by payable_id, number`);
