import type { Coins, Paise } from '@muneem/contract/money';
import { ATTENTION_COUNT_LIMIT, FAILING_POSTBACKS_SHOWN, type Attention } from '@muneem/contract/stats';
import { sql, type Queryable } from '#platform/database/index.ts';

/** Fewer failed calls in a row need no attention. */
const FAILING_FROM = 3;
/** A custom postback is paused automatically after this many failures in a row. */
const PAUSED_FROM = 20;

interface FailingPostbackRow extends Omit<Attention['failingPostbacks']['worst'][number], '_id'> {
  readonly id: string;
  readonly total: number;
}

export interface AttentionRow {
  readonly pending: number;
  readonly pendingPaise: Paise;
  readonly claims: number;
  readonly problems: number;
  readonly owed: number;
  readonly owedCoins: Coins;
  readonly contradictions: number;
}

/** Reads stored counters. Counts the rest up to a limit, through partial indexes of waiting rows. */
export async function readAttention(q: Queryable): Promise<AttentionRow> {
  const limit = ATTENTION_COUNT_LIMIT + 1;
  return q.getOne<AttentionRow>(sql`
    select p.withdrawals as pending, p.amount_paise as pending_paise, r.owed, r.owed_coins,
           (select count(*) from (select 1 from contradictions where decision is null limit ${limit}) x) as contradictions,
           (select count(*) from (select 1 from offer_claims where status = 'pending' limit ${limit}) c) as claims,
           (select count(*) from (select 1 from problems where status = 'open' limit ${limit}) o) as problems
    from withdrawal_totals p,
         (select count(*) as owed, coalesce(sum(coins), 0)::bigint as owed_coins from reversed_credits where status = 'owed') r
    where p.status = 'pending'`);
}

/** Lists custom postbacks that keep failing, the worst first. Each row has the `total`. */
export const listFailingPostbacks = (q: Queryable): Promise<FailingPostbackRow[]> =>
  q.query(sql`
    select c.id, c.company_name, c.offer_id, o.title as offer_title, c.failures_in_row,
           c.status = 'inactive' as is_paused, count(*) over () as total
    from custom_postbacks c join offers o on o.id = c.offer_id
    where c.failures_in_row > 0 and c.deleted_at is null and o.archived_at is null
      and (c.status = 'active' and c.failures_in_row >= ${FAILING_FROM} or c.status = 'inactive' and c.failures_in_row >= ${PAUSED_FROM})
    order by c.failures_in_row desc, c.id limit ${FAILING_POSTBACKS_SHOWN}`);
