import { sql, type Queryable, type Tx } from '#platform/database/index.ts';

export interface SetUpFacts {
  readonly dismissedAt: Date | null;
  /** At most 2. */
  readonly admins: number;
  readonly offerId: string | null;
  readonly hasVisit: boolean;
  readonly hasPostback: boolean;
}

/** Each answer is found in the first rows of an index or partition. */
export const readSetUpFacts = (q: Queryable): Promise<SetUpFacts> =>
  q.getOne<SetUpFacts>(sql`
    select set_up_dismissed_at as dismissed_at,
      (select count(*) from (select from admins where disabled_at is null limit 2) a) as admins,
      (select id from offers where archived_at is null order by created_at desc limit 1) as offer_id,
      exists (select from clicks where status <> 'pending') as has_visit,
      exists (select from postback_log where http_status = 200) as has_postback
    from settings`);

/** @returns false if it is already dismissed */
export async function dismissSetUpRow(tx: Tx, at: Date): Promise<boolean> {
  const changed = await tx.execute(
    sql`update settings set set_up_dismissed_at = ${at} where set_up_dismissed_at is null`,
  );
  return changed === 1;
}
