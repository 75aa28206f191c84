import type { Coins } from '@muneem/contract/money';
import { columnsOf, containsPattern, raw, sql, type Queryable, type Tx } from '#platform/database/index.ts';

export interface ManualPaymentRow {
  readonly id: string;
  readonly paidAt: Date;
  readonly clickId: string;
  readonly conversionId: string;
  readonly userId: number | null;
  readonly userName: string;
  readonly userEmail: string;
  readonly offerId: string;
  readonly offerTitle: string;
  readonly rewardCoins: Coins;
  readonly paidBy: string;
}

const NEW_PAYMENT = columnsOf<'manual_payments', ManualPaymentRow>('manual_payments', {
  id: (row) => row.id,
  paid_at: (row) => row.paidAt,
  click_id: (row) => row.clickId,
  conversion_id: (row) => row.conversionId,
  user_id: (row) => row.userId,
  user_name: (row) => row.userName,
  user_email: (row) => row.userEmail,
  offer_id: (row) => row.offerId,
  offer_title: (row) => row.offerTitle,
  reward_coins: (row) => row.rewardCoins,
  paid_by: (row) => row.paidBy,
});

/** Fails if a click was already paid. */
export async function insertManualPayments(tx: Tx, rows: readonly ManualPaymentRow[]): Promise<void> {
  await tx.execute(sql`
    insert into manual_payments (${raw(NEW_PAYMENT.names)}, search_text)
    select i.*, lower(concat_ws(' ', i.click_id, i.user_name, i.user_email, i.offer_title, i.conversion_id))
    from ${NEW_PAYMENT.unnest(rows, 'i')}`);
}

const matches = (search: string) =>
  search === '' ? sql`true` : sql`search_text like lower(${containsPattern(search)})`;

export function listPayments(
  q: Queryable,
  search: string,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<ManualPaymentRow[]> {
  const by = order === 'asc' ? sql`paid_at, id` : sql`paid_at desc, id desc`;
  return q.query<ManualPaymentRow & Record<string, unknown>>(sql`
    select id, paid_at as "paidAt", click_id as "clickId", conversion_id as "conversionId", user_id as "userId",
      user_name as "userName", user_email as "userEmail", offer_id as "offerId", offer_title as "offerTitle",
      reward_coins as "rewardCoins", paid_by as "paidBy"
    from manual_payments where ${matches(search)} order by ${by} limit ${limit} offset ${offset}`);
}

export async function countPayments(q: Queryable, search: string): Promise<number> {
  const [row] = await q.query<{ count: number }>(sql`select count(*) from manual_payments where ${matches(search)}`);
  return row?.count ?? 0;
}
