-- Ledger: double entry in coins. The operator's balances (rewards issued, paid out, held, forfeited) are sums of
-- postings, so no credit updates a shared row.
create type ledger_account as enum ('wallet', 'withdrawal_hold', 'rewards_issue', 'paid_out', 'forfeited');
create type journal_kind as enum ('reward', 'referral', 'hold', 'settle', 'release', 'reversal', 'forfeit');

create table books (
  only_row boolean primary key default true check (only_row),
  coins_per_rupee integer not null check (coins_per_rupee > 0),
  since timestamptz not null
);
comment on table books is 'One row: how many coins are worth a rupee. The first start on a database stores it.';

-- Half of each page stays free: a balance update then stays on its page and changes no index.
create table wallets (
  user_id bigint primary key,
  balance bigint not null default 0 constraint wallet_not_negative check (balance >= 0),
  sequence bigint not null default 0 check (sequence >= 0)
) with (fillfactor = 50);
comment on table wallets is 'The coins of each user. Only postings move a wallet.';

create table journals (
  id bigint generated always as identity primary key,
  scope text not null,
  key text not null,
  kind journal_kind not null,
  -- 128 bits of SHA-256 over kind, reverses and postings: tells a repeat from another request under the same key.
  request_hash uuid not null,
  -- The journal that this one undoes (reversal) or resolves (settle, release of a hold). Each at most once.
  reverses bigint,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  reason text,
  created_at timestamptz not null default now(),
  constraint journal_once unique (scope, key),
  constraint journal_names_its_cause check ((kind in ('settle', 'release', 'reversal')) = (reverses is not null)),
  constraint journal_comes_after_its_cause check (reverses < id)
);
comment on table journals is 'Each movement of coins: one effect per (scope, key). Append-only.';

create table postings (
  journal_id bigint not null,
  -- From 1, without gaps. The first line is inserted with the journal, so no line can be added later.
  line smallint not null check (line >= 1),
  account ledger_account not null,
  user_id bigint,
  -- Positive: into the account.
  amount bigint not null check (amount <> 0),
  balance_after bigint constraint wallet_not_negative_after check (balance_after >= 0),
  sequence bigint check (sequence >= 1),
  primary key (journal_id, line),
  constraint posting_of_a_user check ((account in ('wallet', 'withdrawal_hold')) = (user_id is not null)),
  constraint posting_of_a_wallet check ((account = 'wallet') = (balance_after is not null) and (account = 'wallet') = (sequence is not null))
);
comment on table postings is 'The lines of a journal. They sum to 0. A wallet''s lines have a sequence without gaps and the balance after each. Append-only.';

create table ledger_checks (
  only_row boolean primary key default true check (only_row),
  breaches jsonb not null default '[]',
  -- Start of the payout stop. Null: payouts run.
  breached_at timestamptz,
  checked_at timestamptz not null,
  full_checked_at timestamptz
);
comment on table ledger_checks is 'One row: the result of the last ledger check. Every instance reads it before it pays out.';

create table ledger_corrections (
  journal_id bigint primary key,
  reason text not null check (reason <> ''),
  corrected_at timestamptz not null
);
comment on table ledger_corrections is 'Journals that an operator has explained. The correction is their cause. Append-only.';

create unique index journal_resolved_once on journals (reverses) where reverses is not null;
create unique index wallet_entries on postings (user_id, sequence) where account = 'wallet';
create index held_coins on postings (user_id) include (amount) where account = 'withdrawal_hold';

-- The checks run once per statement, over all its rows. They use scalar subqueries: a join would be planned
-- for the empty tables of a new database, and keep that plan.

-- Checks that every journal balances and is complete, then moves the wallets as the table's owner.
-- The server's role cannot change a balance in any other way.
create function check_new_postings() returns trigger language plpgsql
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
create trigger postings_balance after insert on postings referencing new table as new_postings
  for each statement execute function check_new_postings();

-- Checks resolved holds. A settle or release resolves a hold.
-- A reversal by the bank holds the coins again, and its journal is resolved like the first hold.
create function check_resolutions(ids bigint[]) returns void language plpgsql as $$
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
create function check_new_journals() returns trigger language plpgsql as $$
begin
  if exists (select from new_journals j where (select p.line from postings p where p.journal_id = j.id and p.line = 1) is null) then
    raise exception 'a journal is written together with its postings' using errcode = 'check_violation', constraint = 'journal_has_postings';
  end if;
  if exists (select from new_journals where reverses is not null) then
    perform check_resolutions(array(select id from new_journals where reverses is not null));
  end if;
  return null;
end $$;
create trigger journals_whole after insert on journals referencing new table as new_journals
  for each statement execute function check_new_journals();

create function check_opened_wallets() returns trigger language plpgsql as $$
begin
  if exists (select from new_wallets where balance <> 0 or sequence <> 0) then
    raise exception 'a wallet is opened empty' using errcode = 'check_violation', constraint = 'wallet_opens_empty';
  end if;
  return null;
end $$;
create trigger wallets_open_empty after insert on wallets referencing new table as new_wallets
  for each statement execute function check_opened_wallets();

create function check_moved_wallets() returns trigger language plpgsql as $$
begin
  raise exception 'a wallet moves only with a posting' using errcode = 'check_violation', constraint = 'wallet_moves_with_posting';
end $$;
-- Inside check_new_postings the depth is 1.
create trigger wallets_move_with_postings after update on wallets
  for each statement when (pg_trigger_depth() = 0) execute function check_moved_wallets();

create trigger journals_append_only before update or delete on journals for each row execute function refuse_change();
create trigger journals_no_truncate before truncate on journals for each statement execute function refuse_change();
create trigger postings_append_only before update or delete on postings for each row execute function refuse_change();
create trigger postings_no_truncate before truncate on postings for each statement execute function refuse_change();
create trigger wallets_stay before delete on wallets for each row execute function refuse_change();
create trigger wallets_no_truncate before truncate on wallets for each statement execute function refuse_change();
create trigger ledger_corrections_append_only before update or delete on ledger_corrections
  for each row execute function refuse_change();
create trigger ledger_corrections_no_truncate before truncate on ledger_corrections
  for each statement execute function refuse_change();

-- Posts credits: one journal of two postings per (kind, key). A repeat is a no-op; other content is an error.
-- A scalar subquery looks up each credit by its key. With two lists the planner may scan a whole scope.
-- No `on conflict`: concurrent posts of one cause fail by journal_once. Counting the wallets locks them first.
-- A journal without an open wallet gets no postings, which check_new_journals refuses.
create function post_credits(
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
create function refuse_other_coins_per_rupee(assumed integer) returns void language plpgsql as $$
begin
  if exists (select from books where coins_per_rupee <> assumed) then
    raise exception 'COINS_PER_RUPEE was changed: restart this server' using errcode = 'object_not_in_prerequisite_state';
  end if;
end $$;
