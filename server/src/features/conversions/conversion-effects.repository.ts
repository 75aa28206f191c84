import { rowColumns, type Row, type Tx } from '#platform/database/index.ts';
import { earliestOf } from './conversions.repository.ts';

/** Moves a click to in_progress, or to completed if `completedAt` is set. */
export interface ClickStep {
  readonly id: string;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

const BEGIN_CLICKS = `
update clicks set status = 'in_progress' where id = any ($1::text[]) and created_at >= $2::timestamptz`;

const COMPLETE_CLICKS = `
update clicks c set status = 'completed', completed_at = s.completed_at
from unnest($1::text[], $2::timestamptz[]) as s (id, completed_at)
where c.id = s.id and c.id = any ($1::text[]) and c.created_at >= $3::timestamptz`;

/** The caller holds the clicks' locks. */
export function advanceClicks(tx: Tx, steps: readonly ClickStep[]): void {
  const begun = steps.filter(({ completedAt }) => completedAt === null);
  if (begun.length > 0)
    tx.later('conversions-begin-clicks', BEGIN_CLICKS, [begun.map(({ id }) => id), earliestOf(begun)]);
  const completed = steps.filter(({ completedAt }) => completedAt !== null);
  if (completed.length === 0) return;
  tx.later('conversions-complete-clicks', COMPLETE_CLICKS, [
    completed.map(({ id }) => id),
    completed.map(({ completedAt }) => completedAt),
    earliestOf(completed),
  ]);
}

export type Completion = Row<'offer_completions'>;

const COMPLETION = rowColumns('offer_completions');

/*
 * The no-op update locks an existing row, so a concurrent reversal waits and then sees this completion.
 * Only a new row has xmax 0.
 */
const ADD_COMPLETIONS = `
with added as (
  insert into offer_completions as known (${COMPLETION.names})
  select distinct on (offer_id, user_id) * from unnest(${COMPLETION.parameters()}) as c (${COMPLETION.names})
  order by offer_id, user_id, completed_at
  on conflict (offer_id, user_id) do update set completed_at = known.completed_at
  returning offer_id, xmax = 0 as is_new
), counted as (
  select o.id, a.n from (select offer_id, count(*) as n from added where is_new group by offer_id) a
  join offers o on o.id = a.offer_id order by o.id for no key update of o
)
update offers o set completed_count = o.completed_count + counted.n from counted where o.id = counted.id
returning counted.n`;

/** Adds users to their offers' completedBy, once each. @returns the number of new ones */
export async function addCompletions(tx: Tx, completions: readonly Completion[]): Promise<number> {
  if (completions.length === 0) return 0;
  const added = await tx.prepared<{ n: number }>(
    'conversions-completions',
    ADD_COMPLETIONS,
    COMPLETION.valuesOf(completions),
  );
  return added.reduce((sum, { n }) => sum + n, 0);
}

export function addCompletionsLater(tx: Tx, completions: readonly Completion[]): void {
  if (completions.length > 0) tx.later('conversions-completions', ADD_COMPLETIONS, COMPLETION.valuesOf(completions));
}
