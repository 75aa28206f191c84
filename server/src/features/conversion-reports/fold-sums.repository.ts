import { join, raw, rowColumns, sql, transaction, type Sql, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';

/** The changes of one transaction: a few seconds of work. */
const PORTION = 20_000;

/** Moves the waiting changes into the sums. Reports are exact without it, but read every change. @returns their number */
export async function foldSums({ database }: Pick<Platform, 'database'>, portion = PORTION): Promise<number> {
  let moved = 0;
  for (let last = portion; last === portion; moved += last)
    last = await transaction(database, (tx) => foldChanges(tx, portion));
  return moved;
}

/** The columns of the sums that are added up: all columns of a change but its key. */
const MEASURES = rowColumns('conversion_changes', ['day', 'offerId', 'eventKey', 'source', 'status', 'city']).names;
const each = (column: (name: string) => string): Sql => join(MEASURES.split(', ').map((name) => raw(column(name))));
const SUMS = each((name) => `nullif(sum(${name}), 0)::bigint as ${name}`);
const ADDED = each((name) => `${name} = nullif(coalesce(s.${name}, 0) + coalesce(excluded.${name}, 0), 0)`);
const PERIODS = sql`cross join unnest(array[0, day / 100, day]) as period`;

/** Moves waiting changes into the sums of their day, their month and all time. @returns the number of changes */
async function foldChanges(tx: Tx, atMost: number): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('fold-report-sums', 0))`);
  return tx.getValue(sql`
    with moved as (
      delete from conversion_changes where ctid = any (array(select ctid from conversion_changes limit ${atMost})) returning *
    ), changes as (
      select day, offer_id, city, event_key, source, status, ${SUMS} from moved group by 1, 2, 3, 4, 5, 6
    ), sums as (
      insert into conversion_sums as s (period, event_key, offer_id, source, status, ${raw(MEASURES)})
      select period, event, offer, source, status, ${SUMS} from changes ${PERIODS}
      cross join lateral (values (offer_id, event_key), (offer_id, ''), ('', event_key), ('', '')) as keys (offer, event)
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (period, event_key, offer_id, source, status) do update set ${ADDED}
    ), city_sums as (
      insert into conversion_city_sums as s (period, city, offer_id, event_key, source, status, ${raw(MEASURES)})
      select period, city, offer, event, source, status, ${SUMS} from changes ${PERIODS}
      cross join lateral (values (offer_id, event_key), ('', event_key), ('', '')) as keys (offer, event)
      where city is not null group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (period, offer_id, city, event_key, source, status) do update set ${ADDED}
    )
    select count(*)::bigint as changes from moved`);
}
