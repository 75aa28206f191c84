import { allOf, sql, type Queryable } from '#platform/database/index.ts';

/** An event of one offer, by the key that its conversions stand under. */
export interface EventOfOffer {
  readonly offerId: string;
  readonly key: string;
}

/** Events that have, or had, one of these names and whose key is none of them: they were renamed, or share a name. */
export const findRenamedEvents = (
  q: Queryable,
  names: readonly string[],
  offerId: string | undefined,
): Promise<EventOfOffer[]> =>
  q.query<EventOfOffer & Record<string, unknown>>(sql`
    select e.offer_id as "offerId", e.key from offer_events e
    where ${offerId === undefined ? sql`true` : sql`e.offer_id = ${offerId}`} and e.key <> all (${names}::text[])
      and exists (select from known_event_names n where n.event_id = e.id and n.name_key = any (${names}::text[]))`);

/** What the events of these keys are called now, where all of a key have one name. */
export async function findEventNames(
  q: Queryable,
  keys: readonly string[],
  offerId: string | undefined,
): Promise<Map<string, string>> {
  const ofKeys = sql`e.key = any (${keys}::text[])`;
  const rows = await q.query<{ key: string; name: string }>(sql`
    select e.key, min(e.name_key) as name from offer_events e
    where ${allOf([ofKeys, ...(offerId === undefined ? [] : [sql`e.offer_id = ${offerId}`])])}
    group by e.key having min(e.name_key) = max(e.name_key)`);
  return new Map(rows.map(({ key, name }) => [key, name]));
}
