import { sql, type Row, type Sql, type Tx } from '#platform/database/index.ts';

/** A comparison of the transfers from `fromAt` until `untilAt`. Newer ones may not be on the statement yet. */
export type ComparedRun = Row<'reconciliation_runs'> & { readonly at: Date };

/** Transfers on a statement by outcome. `entries` is their sum. */
export interface Compared {
  readonly entries: number;
  readonly matched: number;
  readonly differing: number;
  readonly underWay: number;
  readonly tooRecent: number;
  readonly differences: number;
}

/**
 * Compares the sent transfers of the run with the statement, in one statement: each transfer counts once. Records
 * the differences and closes those that are gone.
 */
export async function compare(tx: Tx, run: ComparedRun): Promise<Compared> {
  const row = await tx.getOne<Compared>(sql`
    with ours as (${ours(run)}), theirs as (${theirs(run)}), pairs as (${PAIRS}), found as (${found(run)}),
      saved as (${save(run)}), judged as (${judged(run)})
    select count(*) as entries, count(*) filter (where became = 'matched') as matched,
      count(*) filter (where became = 'differing') as differing, count(*) filter (where became = 'under_way') as under_way,
      count(*) filter (where became = 'too_recent') as too_recent, (select count(*) from saved) as differences
    from judged`);
  await closeGone(tx, run);
  return row;
}

/** Our transfers. `quiet`: not sent or decided since `until`. `asked`: the account of this statement sent it. */
const ours = ({ provider, account, fromAt: from, untilAt: until }: ComparedRun): Sql => sql`
  select reference_id, payable_id, amount_paise, status, sending_at, provider_transaction_id, utr,
    case when status = 'paid' then 'paid' when status in ('not_paid', 'refused', 'not_sent') then 'not_paid' else 'open' end as outcome,
    greatest(sending_at, finished_at, reversed_at) < ${until} as quiet, account is not distinct from ${account} as asked, returned_at is not null as returned
  from payout_attempts where provider = ${provider} and sending_at >= ${from} and sending_at < ${until}`;

/** One transfer for each reference on the statement: a live one first, then the oldest. `live` counts the live ones. */
const theirs = ({ id: runId, fromAt: from }: ComparedRun): Sql => sql`
  select distinct on (reference_id) *, count(*) filter (where outcome in ('paid', 'in_flight')) over (partition by reference_id) as live
  from statement_entries where run_id = ${runId} and made_at >= ${from}::timestamptz - interval '1 hour'
  order by reference_id, (outcome in ('paid', 'in_flight')) desc, made_at`;

/** Each of our transfers beside the one on the statement, which may be missing. A credit that returns it counts more. */
const PAIRS = sql`
  select o.reference_id, o.payable_id, o.amount_paise as our_amount, o.status as our_status, o.outcome as our_outcome, o.quiet, o.asked,
    o.sending_at, coalesce(t.transaction_id, o.provider_transaction_id) as transaction_id, coalesce(t.utr, o.utr) as utr,
    t.amount_paise as their_amount, t.word || case when o.returned then ', returned' else '' end as their_status,
    case when o.returned then 'not_paid' else t.outcome end as their_outcome, coalesce(t.live, 0) as live,
    t.transaction_id is not null as on_statement
  from ours o left join theirs t on t.reference_id = o.reference_id`;

/** The reference of a transfer on the statement, or its id if we did not send it. */
const THEIR_REFERENCE = sql`case when t.reference_id = '' then t.transaction_id else t.reference_id end`;

/** The differences. A transfer of another account that is not on this statement is none. */
const found = ({ id: runId, fromAt: from, untilAt: until }: ComparedRun): Sql => sql`
  select k.kind, reference_id, transaction_id, utr, payable_id, our_amount, their_amount, our_status, their_status, sending_at as made_at
  from pairs p cross join lateral (values
    ('missing_at_provider', not on_statement and asked and our_status in ('sending', 'in_flight', 'unknown', 'paid')),
    ('amount_differs', on_statement and our_amount <> their_amount),
    ('status_differs', on_statement and quiet and (their_outcome = 'unknown' or (our_outcome <> 'open' and our_outcome <> their_outcome))),
    ('paid_twice', live > 1)
  ) k (kind, applies) where k.applies
  union all
  select 'missing_at_ours', ${THEIR_REFERENCE}, t.transaction_id, t.utr, a.payable_id, null, t.amount_paise, a.status, t.word, t.made_at
  from statement_entries t left join payout_attempts a on a.reference_id = t.reference_id
  where t.run_id = ${runId} and t.made_at >= ${from} and t.made_at < ${until} and a.sending_at is null`;

/** Records the differences. One that was gone or has changed is opened again. */
const save = ({ id: runId, provider, at }: ComparedRun): Sql => sql`
  insert into payout_differences as d (id, provider, kind, reference_id, provider_transaction_id, utr, payable_id, our_amount_paise,
    their_amount_paise, our_status, their_status, made_at, first_seen_at, last_seen_at, last_run_id)
  select distinct on (kind, reference_id) 'dif_' || md5(${provider} || kind || reference_id), ${provider}, kind, reference_id, transaction_id,
    utr, payable_id, our_amount, their_amount, our_status, their_status, made_at, ${at}::timestamptz, ${at}, ${runId}
  from found order by kind, reference_id
  on conflict (provider, kind, reference_id) do update set
    state = case when d.state = 'gone' or (d.our_status, d.their_status, d.our_amount_paise, d.their_amount_paise)
        is distinct from (excluded.our_status, excluded.their_status, excluded.our_amount_paise, excluded.their_amount_paise)
      then 'open' else d.state end,
    provider_transaction_id = excluded.provider_transaction_id, utr = excluded.utr, our_status = excluded.our_status,
    their_status = excluded.their_status, our_amount_paise = excluded.our_amount_paise, their_amount_paise = excluded.their_amount_paise,
    last_seen_at = excluded.last_seen_at, last_run_id = excluded.last_run_id
  returning 1`;

/** Each transfer on the statement, with its part of `Compared`. */
const judged = ({ id: runId, fromAt: from, untilAt: until }: ComparedRun): Sql => sql`
  select case
      when coalesce(a.sending_at, t.made_at) >= ${until} then 'too_recent'
      when f.reference_id is not null then 'differing'
      when p.our_amount = p.their_amount and p.our_outcome = p.their_outcome then 'matched'
      when p.our_outcome <> 'open' and not p.quiet then 'too_recent'
      else 'under_way' end as became
  from statement_entries t left join payout_attempts a on a.reference_id = t.reference_id
  left join pairs p on p.reference_id = t.reference_id
  left join (select distinct reference_id from found) f on f.reference_id = ${THEIR_REFERENCE}
  where t.run_id = ${runId} and coalesce(a.sending_at, t.made_at) >= ${from}`;

/**
 * Closes differences that this comparison did not find. Another account's statement proves nothing about them, and only
 * an admin resolves a double payment.
 */
async function closeGone(tx: Tx, { id: runId, provider, account, fromAt: from }: ComparedRun): Promise<void> {
  await tx.execute(sql`
    update payout_differences d set state = 'gone'
    where provider = ${provider} and kind <> 'paid_twice' and state in ('open', 'acknowledged') and last_run_id <> ${runId} and made_at >= ${from}
      and not exists (select from reconciliation_runs r
        where r.id = d.last_run_id and r.account is distinct from ${account})`);
}
