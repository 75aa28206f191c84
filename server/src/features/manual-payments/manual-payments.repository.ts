import {
  containsPattern,
  raw,
  readPage,
  rowColumns,
  sql,
  type ListPage,
  type ListQuery,
  type Queryable,
  type Row,
  type Spot,
  type Tx,
} from '#platform/database/index.ts';

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

export const listPayments = (
  q: Queryable,
  query: ListQuery & { readonly search: string },
): Promise<ListPage<ManualPaymentRow & Spot>> =>
  readPage(query, { value: 'paid_at', id: 'id' }, ({ where, orderBy, range }) =>
    q.query<ManualPaymentRow & Spot>(sql`
      select id, paid_at, click_id, conversion_id, user_id,
        user_name, user_email, offer_id, offer_title,
        reward_coins, paid_by, paid_at::text as sort_value
      from manual_payments where ${matches(query.search)} and ${where} order by ${orderBy} ${range}`),
  );

export const countPayments = (q: Queryable, search: string): Promise<number> =>
  q.getValue(sql`select count(*) from manual_payments where ${matches(search)}`);
