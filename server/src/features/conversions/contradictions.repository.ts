import { sql, type Queryable, type Row, type Tx } from '#platform/database/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import type { ConversionInput, ConversionVerdict } from './conversion.ts';

/*
 * A statement counts in its own row, or else in the open row of the same reading (the text before its parameter), so that a
 * counter in a message opens one row. No deadlock: a transaction that writes several rows of a conversion holds its
 * click's lock. The lock on the open rows excludes a decision meanwhile.
 */
const COUNT_CONTRADICTIONS = `
with open as materialized (
  select id, conversion_id, said from contradictions where conversion_id = any ($1::text[]) and decision is null
  order by id for no key update
), sent as (
  select c.*, split_part(c.said, ' (', 1) as reading
  from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::timestamptz[]) as c (conversion_id, created_at, click_id, said, at)
), placed as (
  select conversion_id, created_at, click_id, at, coalesce(
    (select k.said from contradictions k where k.conversion_id = s.conversion_id and k.said = s.said),
    (select o.said from open o where o.conversion_id = s.conversion_id and split_part(o.said, ' (', 1) = s.reading order by o.id limit 1),
    first_value(said) over (partition by conversion_id, reading order by at, said)) as said
  from sent s
)
insert into contradictions as known (conversion_id, conversion_created_at, click_id, said, times, first_at, last_at)
select conversion_id, created_at, click_id, said, count(*), min(at), max(at) from placed
group by conversion_id, created_at, click_id, said
on conflict (conversion_id, said) do update set
  times = known.times + excluded.times, last_at = greatest(known.last_at, excluded.last_at)`;

/** Counts the contradictions of a batch: at most one open row per conversion and reading. */
export function recordContradictions(
  tx: Tx,
  inputs: readonly ConversionInput[],
  verdicts: readonly ConversionVerdict[],
): void {
  const found = verdicts.flatMap((verdict, index) => {
    const input = inputs[index] as ConversionInput;
    return verdict.code === 'contradiction' ? [{ id: verdict.conversionId, said: verdict.said, ...input }] : [];
  });
  tx.later('conversions-contradictions', COUNT_CONTRADICTIONS, [
    found.map(({ id }) => id),
    found.map(({ id }) => timeOfUlid(id.slice(4))),
    found.map(({ clickId }) => clickId),
    found.map(({ said }) => said),
    found.map(({ at }) => at),
  ]);
}

/** Closes what is open about a reversed conversion. */
export const closeContradictions = (
  tx: Tx,
  conversionId: string,
  { at, by }: { at: Date; by: string },
): Promise<number> =>
  tx.execute(sql`
    update contradictions set decision = 'reversed', decided_at = ${at}, decided_by = ${by}
    where conversion_id = ${conversionId} and decision is null`);

export type ContradictionRow = Row<'contradictions'>;

export const listContradictionsOf = (
  q: Queryable,
  of: { readonly clickId: string } | { readonly conversionId: string },
): Promise<ContradictionRow[]> =>
  q.query<ContradictionRow>(sql`
    select * from contradictions where ${'clickId' in of ? sql`click_id = ${of.clickId}` : sql`conversion_id = ${of.conversionId}`}
    order by first_at, id`);

export interface ContradictedEvent extends ContradictionRow {
  readonly eventKey: string;
}

export const findContradiction = (q: Queryable, id: number): Promise<ContradictedEvent | null> =>
  q.findOne<ContradictedEvent>(sql`
    select x.*, c.event_key from contradictions x
    join conversions c on c.created_at = x.conversion_created_at and c.id = x.conversion_id where x.id = ${id}`);

/** @returns false if it was already decided */
export async function dismissOpen(
  tx: Tx,
  id: number,
  { at, by, reason }: { at: Date; by: string; reason: string },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    update contradictions set decision = 'dismissed', decided_at = ${at}, decided_by = ${by}, reason = ${reason}
    where id = ${id} and decision is null`);
  return rows === 1;
}

/** Adds the admin's reason to the contradictions that a reversal has closed: a conversion is reversed once. */
export const explainReversal = (tx: Tx, conversionId: string, reason: string): Promise<number> =>
  tx.execute(sql`
    update contradictions set reason = ${reason} where conversion_id = ${conversionId} and decision = 'reversed'`);
