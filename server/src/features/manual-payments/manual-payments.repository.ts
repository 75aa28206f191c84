import { containsPattern, raw, rowColumns, sql, type Queryable, type Tx, type Row } from '#platform/database/index.ts';

export type ManualPaymentRow = Omit<Row<'manual_payments'>, 'searchText'>;

const NEW_PAYMENT = rowColumns('manual_payments', ['searchText']);

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
  return q.query<ManualPaymentRow>(sql`
    select id, paid_at, click_id, conversion_id, user_id,
      user_name, user_email, offer_id, offer_title,
      reward_coins, paid_by
    from manual_payments where ${matches(search)} order by ${by} limit ${limit} offset ${offset}`);
}

export const countPayments = (q: Queryable, search: string): Promise<number> =>
  q.getValue(sql`select count(*) from manual_payments where ${matches(search)}`);
