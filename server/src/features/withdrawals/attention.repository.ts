import type { Paise } from '@muneem/contract/money';
import type { AttentionKind } from '@muneem/contract/payouts';
import { raw, sql, type Queryable } from '#platform/database/index.ts';
import type { WithdrawalRow } from './withdrawals.repository.ts';

export interface AttentionRow extends WithdrawalRow {
  readonly kind: AttentionKind;
  readonly since: Date;
}

/** Failed, reversed and unknown payments. Each branch uses its own index. */
const WAITING = sql`
  select w.*, case when a.reversed_at is not null then 'reversed' else 'payment_failed' end as kind,
    coalesce(a.reversed_at, a.finished_at, w.verified_at, w.created_at) as since
  from withdrawals w left join payout_attempts a on a.id = w.last_attempt_id where w.status = 'payment_failed'
  union all
  select w.*, 'unknown', coalesce(a.sending_at, a.created_at)
  from payout_attempts a join withdrawals w on w.last_attempt_id = a.id where a.needs_attention and w.status = 'processing'`;

export function listAttention(
  q: Queryable,
  {
    kind,
    search,
    order,
    page,
    limit,
  }: { kind: AttentionKind | null; search: string; order: 'asc' | 'desc'; page: number; limit: number },
): Promise<AttentionRow[]> {
  const direction = raw(order);
  return q.query<AttentionRow>(sql`
    select * from (${WAITING}) w
    where (${kind}::text is null or kind = ${kind}) and (${search} = '' or strpos(search, ${search.toLowerCase()}) > 0)
    order by since ${direction}, id ${direction} limit ${limit} offset ${(page - 1) * limit}`);
}

export const countAttention = (
  q: Queryable,
  search = '',
): Promise<{ kind: AttentionKind; n: number; amountPaise: Paise }[]> =>
  q.query(sql`
    select kind, count(*) as n, sum(amount_paise)::bigint as amount_paise from (${WAITING}) w where ${search} = '' or strpos(search, ${search.toLowerCase()}) > 0 group by kind`);
