import { sql, type Queryable, type Tx } from '#platform/database/index.ts';

export interface TestClickRow {
  readonly id: string;
  readonly offerId: string;
  readonly createdAt: Date;
  readonly madeBy: string;
  readonly redirectUrl: string;
}

export async function insertTestClick(tx: Tx, click: TestClickRow): Promise<void> {
  await tx.execute(sql`
    insert into test_clicks (id, offer_id, created_at, made_by, redirect_url)
    values (${click.id}, ${click.offerId}, ${click.createdAt}, ${click.madeBy}, ${click.redirectUrl})`);
}

export async function findTestClick(q: Queryable, offerId: string, id: string): Promise<TestClickRow | null> {
  const [row] = await q.query<TestClickRow>(sql`
    select id, offer_id, created_at, made_by, redirect_url from test_clicks where id = ${id} and offer_id = ${offerId}`);
  return row ?? null;
}

export interface TestPostbackRow {
  readonly receivedAt: Date;
  readonly eventKey: string | null;
  readonly verdict: string;
}

/** Lists the postbacks of a click, newest first. */
export const listPostbacksOf = (
  q: Queryable,
  { id, createdAt: since }: TestClickRow,
  limit: number,
): Promise<TestPostbackRow[]> =>
  q.query<TestPostbackRow>(sql`
    select received_at, event_key, verdict from postback_log
    where click_id = ${id} and received_at >= ${since} order by received_at desc, id desc limit ${limit}`);
