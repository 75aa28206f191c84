import { sql, type Queryable, type Row } from '#platform/database/index.ts';

export type WithdrawalRow = Pick<
  Row<'withdrawals'>,
  'id' | 'createdAt' | 'coins' | 'amountPaise' | 'status' | 'finishedAt' | 'adminReason'
>;

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

export type PayoutRow = { readonly withdrawalId: string } & Pick<
  Row<'payout_attempts'>,
  'referenceId' | 'status' | 'provider' | 'utr' | 'providerTransactionId' | 'createdAt' | 'finishedAt'
>;

export const listPayouts = (q: Queryable, withdrawalIds: readonly string[]): Promise<PayoutRow[]> =>
  q.query<PayoutRow>(sql`
    select payable_id as withdrawal_id, reference_id, status, provider, utr,
      provider_transaction_id, created_at, finished_at
    from payout_attempts where payable_id = any (${withdrawalIds}::text[]) order by payable_id, number`);
