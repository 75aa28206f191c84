-- The checks run once per statement, over all its rows. They use scalar subqueries: a join would be planned
-- for the empty tables of a new database, and keep that plan.

-- Checks that every journal balances and is complete, then moves the wallets as the table's owner.
-- The server's role cannot change a balance in any other way.
create or replace function check_new_postings() returns trigger language plpgsql
  security definer set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
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
  -- A wallet's entries continue from its current state, without a gap, each with its new balance.
  -- Wallets are locked in user id order, as everywhere.
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

create or replace trigger postings_balance after insert on postings referencing new table as new_postings
  for each statement execute function check_new_postings();

-- Checks resolved holds. A settle or release resolves a hold.
-- A reversal by the bank holds the coins again, and its journal is resolved like the first hold.
create or replace function check_resolutions(ids bigint[]) returns void language plpgsql as $$
begin
  if exists (
    select from journals j left join journals cause on cause.id = j.reverses
    where j.id = any (ids) and (cause.id is null or (j.kind in ('settle', 'release')) <> (
      cause.kind = 'hold' or (cause.kind = 'reversal' and exists (select from journals s where s.id = cause.reverses and s.kind = 'settle'))
    ))
  ) then
    raise exception 'only a hold is settled or released, only another journal is reversed'
      using errcode = 'check_violation', constraint = 'journal_fits_its_cause';
  end if;
  -- A settle or release empties the hold. A reversal negates every amount.
  if exists (
    select from journals j
    where j.id = any (ids) and exists (
      (select account, user_id, -amount from postings where journal_id = j.reverses and (j.kind = 'reversal' or account = 'withdrawal_hold')
       except all
       select account, user_id, amount from postings where journal_id = j.id)
      union all
      (select account, user_id, amount from postings where journal_id = j.id and (j.kind = 'reversal' or account = 'withdrawal_hold')
       except all
       select account, user_id, -amount from postings where journal_id = j.reverses)
    )
  ) then
    raise exception 'a journal must carry exactly the coins of the one it undoes or resolves'
      using errcode = 'check_violation', constraint = 'journal_carries_its_cause';
  end if;
end $$;

-- A journal needs postings. One that reverses or resolves another has exactly its coins.
create or replace function check_new_journals() returns trigger language plpgsql as $$
begin
  if exists (select from new_journals j where (select p.line from postings p where p.journal_id = j.id and p.line = 1) is null) then
    raise exception 'a journal is written together with its postings' using errcode = 'check_violation', constraint = 'journal_has_postings';
  end if;
  if exists (select from new_journals where reverses is not null) then
    perform check_resolutions(array(select id from new_journals where reverses is not null));
  end if;
  return null;
end $$;

create or replace trigger journals_whole after insert on journals referencing new table as new_journals
  for each statement execute function check_new_journals();

-- A wallet is opened empty and moves only with a posting.
create or replace function check_wallets() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'a wallet moves only with a posting' using errcode = 'check_violation', constraint = 'wallet_moves_with_posting';
  elsif exists (select from new_wallets where balance <> 0 or sequence <> 0) then
    raise exception 'a wallet is opened empty' using errcode = 'check_violation', constraint = 'wallet_opens_empty';
  end if;
  return null;
end $$;

create or replace trigger wallets_open_empty after insert on wallets referencing new table as new_wallets
  for each statement execute function check_wallets();

-- Inside check_new_postings the depth is 1.
create or replace trigger wallets_move_with_postings after update on wallets
  for each statement when (pg_trigger_depth() = 0) execute function check_wallets();

create or replace trigger journals_append_only before update or delete on journals for each row execute function refuse_change();

create or replace trigger journals_no_truncate before truncate on journals for each statement execute function refuse_change();

create or replace trigger postings_append_only before update or delete on postings for each row execute function refuse_change();

create or replace trigger postings_no_truncate before truncate on postings for each statement execute function refuse_change();

create or replace trigger wallets_stay before delete on wallets for each row execute function refuse_change();

create or replace trigger wallets_no_truncate before truncate on wallets for each statement execute function refuse_change();

create or replace trigger ledger_corrections_append_only before update or delete on ledger_corrections
  for each row execute function refuse_change();

create or replace trigger ledger_corrections_no_truncate before truncate on ledger_corrections
  for each statement execute function refuse_change();

-- Posts credits: one journal of two postings per (kind, key). A repeat is a no-op; other content is an error.
-- A scalar subquery looks up each credit by its key. With two lists the planner may scan a whole scope.
-- No `on conflict`: concurrent posts of one cause fail by journal_once. Counting the wallets locks them first.
-- A journal without an open wallet gets no postings, which check_new_journals refuses.
create or replace function post_credits(
  kinds journal_kind[], keys text[], hashes uuid[], user_ids bigint[], amounts bigint[], by_kind text, by_id text, by_name text,
  posted_at timestamptz default now()
) returns integer language plpgsql set enable_nestloop = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  known text[];
  posted integer;
begin
  known := array(
    select c.kind::text || ':' || c.key from unnest(kinds, keys) as c (kind, key)
    where (select true from journals j where j.scope = c.kind::text and j.key = c.key));
  if cardinality(known) > 0 and exists (
    select from unnest(kinds, keys, hashes) as c (kind, key, hash)
    where (c.kind::text || ':' || c.key) = any (known)
      and (select j.request_hash from journals j where j.scope = c.kind::text and j.key = c.key) <> c.hash
  ) then
    raise exception 'a credit was booked before with other content' using errcode = 'unique_violation', constraint = 'journal_once';
  end if;
  with input as materialized (
    select c.*, nextval('journals_id_seq') as id
    from unnest(kinds, keys, hashes, user_ids, amounts) with ordinality as c (kind, key, hash, user_id, amount, ordinal)
    where cardinality(known) = 0 or (c.kind::text || ':' || c.key) <> all (known)
    order by c.kind, c.key
  ), wallet as materialized (
    select w.user_id, w.balance, w.sequence from wallets w where w.user_id = any (user_ids) order by w.user_id for no key update
  ), added as (
    insert into journals (id, scope, key, kind, request_hash, actor_kind, actor_id, actor_name, created_at) overriding system value
    select id, kind::text, key, kind, hash, by_kind, by_id, by_name, posted_at from input where (select count(*) from wallet) >= 0
  ), entries as materialized (
    select i.id, i.user_id, i.amount,
      w.balance + sum(i.amount) over wallet_entries as balance_after, w.sequence + row_number() over wallet_entries as sequence
    from input i join wallet w on w.user_id = i.user_id
    window wallet_entries as (partition by i.user_id order by i.ordinal rows unbounded preceding)
  ), lines as (
    insert into postings (journal_id, line, account, user_id, amount, balance_after, sequence)
    select id, 1, 'rewards_issue'::ledger_account, null::bigint, -amount, null::bigint, null::bigint from entries
    union all
    select id, 2, 'wallet'::ledger_account, user_id, amount, balance_after, sequence from entries
  )
  select count(*) from input into posted;
  return posted;
end $$;

-- Refuses credits of a server that still runs with the previous rate.
-- A change of COINS_PER_RUPEE waits for the credits at the previous value and blocks new ones, by this lock.
create or replace function refuse_other_coins_per_rupee(assumed integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('coins-per-rupee', 0));
  if exists (select from books where coins_per_rupee <> assumed) then
    raise exception 'COINS_PER_RUPEE was changed: restart this server' using errcode = 'object_not_in_prerequisite_state';
  end if;
end $$;
-- Collects the users' outstanding reversals that their wallets cover, oldest first, each whole and once.
create or replace function collect_reversals(user_ids bigint[], at timestamptz) returns integer language plpgsql
  set enable_seqscan = off as $$
declare
  debt reversed_credits;
  collected integer := 0;
begin
  perform from wallets where user_id = any (user_ids) order by user_id for no key update;
  for debt in
    select * from reversed_credits where user_id = any (user_ids) and status = 'owed'
    order by user_id, owed_since, journal_id for update
  loop
    update reversed_credits set status = 'taken', settled_at = at, settled_by = 'Reversals'
    where journal_id = debt.journal_id and coins <= (select balance from wallets where user_id = debt.user_id);
    continue when not found;
    -- `requestHash` of server/src/features/ledger/journal.ts.
    with journal as (
      insert into journals (scope, key, kind, request_hash, reverses, actor_kind, actor_id, actor_name, reason, created_at)
      values ('reversal', debt.kind || ':' || debt.journal_key, 'reversal',
        left(encode(sha256(convert_to(format('reversal %s rewards_issue  %s wallet %s -%s',
          debt.journal_id, debt.coins, debt.user_id, debt.coins), 'UTF8')), 'hex'), 32)::uuid,
        debt.journal_id, 'system', 'reversals', 'Reversals', 'Outstanding reversal collected.', at)
      returning id
    )
    insert into postings (journal_id, line, account, user_id, amount, balance_after, sequence)
    select id, 1, 'rewards_issue'::ledger_account, null::bigint, debt.coins, null::bigint, null::bigint from journal
    union all
    select j.id, 2, 'wallet'::ledger_account, w.user_id, -debt.coins, w.balance - debt.coins, w.sequence + 1
    from journal j, wallets w where w.user_id = debt.user_id;
    collected := collected + 1;
  end loop;
  return collected;
end $$;

-- Every credit, of whatever cause, settles what its user owes in the same statement. So no outstanding reversal ever fits
-- into its wallet. Runs after postings_balance, which moves the wallets.
create or replace function collect_from_credited_wallets() returns trigger language plpgsql
  security definer set enable_seqscan = off set search_path = public, pg_temp as $$
declare
  owing bigint[];
begin
  owing := array(
    select distinct user_id from reversed_credits
    where status = 'owed' and user_id = any (array(select user_id from new_postings where account = 'wallet' and amount > 0)));
  if cardinality(owing) > 0 then
    perform collect_reversals(owing,
      (select max(created_at) from journals where id = any (array(select journal_id from new_postings))));
  end if;
  return null;
end $$;

create or replace trigger postings_collect after insert on postings referencing new table as new_postings
  for each statement execute function collect_from_credited_wallets();
