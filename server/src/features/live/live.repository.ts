import type { LiveMessage } from '@muneem/contract/live';
import { ATTENTION_COUNT_LIMIT } from '@muneem/contract/stats';
import { sql, type Queryable } from '#platform/database/index.ts';

/** Fingerprints of data that changes without an admin. A different text means a change. */
export interface Marks {
  readonly withdrawals: string;
  readonly users: string;
  readonly conversions: string;
  readonly 'offer-claims': string;
  readonly problems: string;
  readonly 'smart-poll': string;
  readonly deliveries: string;
  readonly proposals: string;
}

/** The fields of every message. */
export type LiveStatus = Omit<LiveMessage, 'topics' | 'role'>;

/** Reads counters, small sums and index ends in one short statement, for all listeners of this server. */
export async function readMarks(q: Queryable, now: Date): Promise<{ marks: Marks; status: LiveStatus }> {
  const limit = ATTENTION_COUNT_LIMIT + 1;
  const row = await q.getOne<
    Marks &
      Pick<LiveStatus, 'waiting'> & {
        breachedAt: Date | null;
        finding: string;
        findings: number;
        restoredTo: Date | null;
        systemName: string;
      }
  >(sql`
    select
      concat_ws(' ', (select string_agg(status || ' ' || withdrawals, ',' order by status) from withdrawal_totals),
        l.breached_at, md5(l.breaches::text), r.restored_to) as withdrawals,
      coalesce((select value::text from counters where name = 'users'), '') as users,
      concat_ws(' ', (select concat_ws(' ', sum(conversions), sum(coins), sum(total_payout_paise)) from (
          select conversions, coins, total_payout_paise from conversion_sums where period = 0 and event_key = '' and offer_id = ''
          union all select conversions, coins, total_payout_paise from conversion_changes) sums),
        (select concat_ws(' ', count(*), max(last_at)) from contradictions where decision is null)) as conversions,
      c.waiting::text as "offer-claims",
      p.waiting::text as problems,
      coalesce((select concat_ws(' ', id, status, recovered, asked) from smart_poll_runs order by started_at desc, id desc limit 1), '') as "smart-poll",
      coalesce((select concat_ws(' ', sum(total_ms), sum(failures_in_row), max(last_fired_at)) from custom_postbacks), '') as deliveries,
      coalesce((select concat_ws(' ', count(*), max(proposed_at)) from proposals where status = 'open'), '') as proposals,
      json_build_object(
        'withdrawals', coalesce((select withdrawals from withdrawal_totals where status = 'pending'), 0),
        'offerClaims', c.waiting, 'problems', p.waiting,
        'proposals', case when o.waiting > 0 or o.is_limited then o.waiting end) as waiting,
      l.breached_at, coalesce(l.breaches #>> '{0,message}', '') as finding,
      coalesce(jsonb_array_length(l.breaches), 0) as findings, r.restored_to,
      coalesce((select system_name from settings), '') as system_name
    from (select count(*) as waiting from (select 1 from offer_claims where status = 'pending' limit ${limit}) rows) c,
         (select count(*) as waiting from (select 1 from problems where status = 'open' limit ${limit}) rows) p,
         (select count(*) as waiting, exists (select from settings where num_nonnulls(second_person_withdrawal_rupees,
            second_person_day_rupees, second_person_run_rupees, second_person_manual_day_rupees) > 0) as is_limited
          from proposals where status = 'open' and expires_at > ${now}) o,
         (select min(restored_to) as restored_to from restores where confirmed_at is null) r
    left join ledger_checks l on l.breached_at is not null`);
  const { waiting, breachedAt, finding, findings, restoredTo, systemName, ...marks } = row;
  const payoutsStopped = breachedAt === null ? null : { since: breachedAt.toISOString(), finding, findings };
  return { marks, status: { waiting, payoutsStopped, restoredTo: restoredTo?.toISOString() ?? null, systemName } };
}

export interface AuditedChange {
  readonly id: number;
  readonly entityType: string;
}

/** Lists changes by admins: audit entries from an id on, at most `atMost`, newest first. */
export const listChangesFrom = (q: Queryable, fromId: number, atMost: number): Promise<AuditedChange[]> =>
  q.query<AuditedChange>(
    sql`select id, entity_type from audit_log where id >= ${fromId} order by id desc limit ${atMost}`,
  );
