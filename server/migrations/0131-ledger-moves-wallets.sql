-- The database itself moves the wallets: postings say where each wallet stands after them, and the check of the postings
-- carries that to the wallets. Nobody else may. One look at each wallet then proves what took three before.
create or replace function check_new_postings() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  owners integer;
  moved integer;
begin
  if exists (
    select from new_postings group by journal_id
    having sum(amount) <> 0 or count(*) < 2 or min(line) <> 1 or max(line) <> count(*)
  ) then
    raise exception 'a journal must balance and have at least two postings' using errcode = 'check_violation', constraint = 'journal_balances';
  end if;
  if exists (select from new_postings p where p.line = 1 and (select j.id from journals j where j.id = p.journal_id) is null) then
    raise exception 'a posting belongs to a journal' using errcode = 'foreign_key_violation', constraint = 'posting_has_journal';
  end if;
  -- Each wallet's entries must go on from where it stands, without a gap, each with the balance after it. By user, the
  -- order in which everyone locks wallets.
  with entries as (
    select user_id, sequence, amount, balance_after - sum(amount) over (partition by user_id order by sequence) as balance_before
    from new_postings where account = 'wallet'
  ), moves as (
    select user_id, min(sequence) as first, max(sequence) as last, count(*) as entries, sum(amount) as amount,
      min(balance_before) as least, max(balance_before) as most
    from entries group by user_id order by user_id
  ), done as (
    update wallets w set balance = w.balance + m.amount, sequence = m.last
    from moves m
    where w.user_id = m.user_id and m.first = w.sequence + 1 and m.last = w.sequence + m.entries
      and m.least = w.balance and m.most = w.balance
    returning 1
  )
  select (select count(*) from moves), (select count(*) from done) into owners, moved;
  if moved <> owners then
    raise exception 'a wallet must stand where its last posting says' using errcode = 'check_violation', constraint = 'wallet_follows_postings';
  end if;
  return null;
end $$;

-- Within the check above the depth is 1.
create or replace function check_moved_wallets() returns trigger language plpgsql as $$
begin
  raise exception 'a wallet moves only with a posting' using errcode = 'check_violation', constraint = 'wallet_moves_with_posting';
end $$;
drop trigger wallets_move_with_postings on wallets;
create trigger wallets_move_with_postings after update on wallets
  for each statement when (pg_trigger_depth() = 0) execute function check_moved_wallets();

-- Credits from the house: for each a journal of two postings, one effect per (kind, key). A credit that was posted before
-- with the same content moves nothing; with other content it is an error.
create function post_credits(
  kinds journal_kind[], keys text[], hashes uuid[], user_ids bigint[], amounts bigint[], by_kind text, by_id text, by_name text
) returns integer language plpgsql set enable_nestloop = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  posted integer;
begin
  with input as materialized (
    select c.*, nextval('journals_id_seq') as id
    from unnest(kinds, keys, hashes, user_ids, amounts) with ordinality as c (kind, key, hash, user_id, amount, ordinal)
    order by c.kind, c.key
  ), wallet as materialized (
    select w.user_id, w.balance, w.sequence from wallets w where w.user_id = any (user_ids) order by w.user_id for no key update
  ), added as (
    insert into journals (id, scope, key, kind, request_hash, actor_kind, actor_id, actor_name) overriding system value
    select id, kind::text, key, kind, hash, by_kind, by_id, by_name from input where (select count(*) from wallet) > 0
    on conflict (scope, key) do nothing
    returning id
  ), entries as materialized (
    select i.id, i.user_id, i.amount,
      w.balance + sum(i.amount) over wallet_entries as balance_after, w.sequence + row_number() over wallet_entries as sequence
    from added a join input i on i.id = a.id join wallet w on w.user_id = i.user_id
    window wallet_entries as (partition by i.user_id order by i.ordinal rows unbounded preceding)
  ), lines as (
    insert into postings (journal_id, line, account, user_id, amount, balance_after, sequence)
    select id, 1, 'rewards_issue'::ledger_account, null::bigint, -amount, null::bigint, null::bigint from entries
    union all
    select id, 2, 'wallet'::ledger_account, user_id, amount, balance_after, sequence from entries
  )
  select count(*) from added into posted;
  if posted < cardinality(keys) and exists (
    select from unnest(kinds, keys, hashes) as c (kind, key, hash)
    where (select j.request_hash from journals j where j.scope = c.kind::text and j.key = c.key) is distinct from c.hash
  ) then
    raise exception 'a credit was booked before with other content' using errcode = 'unique_violation', constraint = 'journal_once';
  end if;
  return posted;
end $$;
