-- Double entry in coins. Three tables: what a wallet holds now, what happened (journals), and by how much (postings).
-- House balances (rewards issued, paid out, held, forfeited) are sums of postings; no credit updates a shared row.
create type ledger_account as enum ('wallet', 'withdrawal_hold', 'rewards_issue', 'paid_out', 'forfeited');
create type journal_kind as enum ('reward', 'referral', 'hold', 'settle', 'release', 'reversal', 'forfeit');

-- Half of each page stays free, so that an update of a balance stays on its page and touches no index.
create table wallets (
  user_id bigint primary key,
  balance bigint not null default 0 constraint wallet_not_negative check (balance >= 0),
  sequence bigint not null default 0 check (sequence >= 0)
) with (fillfactor = 50);

create table journals (
  id bigint generated always as identity primary key,
  scope text not null,
  key text not null,
  kind journal_kind not null,
  -- 128 bits of SHA-256 over kind, reverses and postings: tells a repeat from another request under the same key.
  request_hash uuid not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  reason text,
  -- The journal that this one undoes (reversal) or resolves (settle, release of a hold). Each at most once.
  reverses bigint,
  created_at timestamptz not null default now(),
  constraint journal_once unique (scope, key),
  constraint journal_names_its_cause check ((kind in ('settle', 'release', 'reversal')) = (reverses is not null)),
  constraint journal_comes_after_its_cause check (reverses < id)
);
create unique index journal_resolved_once on journals (reverses) where reverses is not null;

create table postings (
  journal_id bigint not null,
  -- From 1, without gaps; the first line is in the statement that writes the journal, so no line can be added later.
  line smallint not null check (line >= 1),
  account ledger_account not null,
  user_id bigint,
  -- Above 0: into the account.
  amount bigint not null check (amount <> 0),
  balance_after bigint constraint wallet_not_negative_after check (balance_after >= 0),
  sequence bigint check (sequence >= 1),
  primary key (journal_id, line),
  constraint posting_of_a_user check ((account in ('wallet', 'withdrawal_hold')) = (user_id is not null)),
  constraint posting_of_a_wallet check ((account = 'wallet') = (balance_after is not null) and (account = 'wallet') = (sequence is not null))
);
create unique index wallet_entries on postings (user_id, sequence) where account = 'wallet';
create index held_coins on postings (user_id) include (amount) where account = 'withdrawal_hold';

-- The checks below run once for each statement, over all its rows (docs/decisions/0020-ledger-in-postgresql.md). They look
-- other rows up by scalar subqueries: joins would be planned for the empty tables of a new database, and kept.

-- Every journal of the statement balances, is whole, and its wallets stand where its last posting says.
create function check_new_postings() returns trigger language plpgsql as $$
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
  if exists (
    select from new_postings p
    where p.account = 'wallet' and (
      select p.sequence < w.sequence or (p.sequence = w.sequence and p.balance_after = w.balance) from wallets w where w.user_id = p.user_id
    ) is not true
  ) then
    raise exception 'a wallet must stand where its last posting says' using errcode = 'check_violation', constraint = 'wallet_follows_postings';
  end if;
  return null;
end $$;
create trigger postings_balance after insert on postings referencing new table as new_postings
  for each statement execute function check_new_postings();

-- No journal without postings; what undoes or resolves another journal carries exactly its coins.
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

create function check_resolutions(ids bigint[]) returns void language plpgsql as $$
begin
  if exists (
    select from journals j left join journals cause on cause.id = j.reverses
    where j.id = any (ids) and (cause.id is null or (j.kind in ('settle', 'release')) <> (cause.kind = 'hold'))
  ) then
    raise exception 'only a hold is settled or released, only another journal is reversed'
      using errcode = 'check_violation', constraint = 'journal_fits_its_cause';
  end if;
  -- A settle or release empties the hold; a reversal is the journal with every sign turned.
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
create trigger journals_whole after insert on journals referencing new table as new_journals
  for each statement execute function check_new_journals();

-- A wallet begins empty and moves only with a posting. (`npm run verify-ledger` finds what gets round this.)
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
  if exists (
    select from new_wallets w
    where w.balance is distinct from (
      select p.balance_after from postings p where p.account = 'wallet' and p.user_id = w.user_id and p.sequence = w.sequence
    )
  ) then
    raise exception 'a wallet moves only with a posting' using errcode = 'check_violation', constraint = 'wallet_moves_with_posting';
  end if;
  return null;
end $$;
create trigger wallets_move_with_postings after update on wallets referencing new table as new_wallets
  for each statement execute function check_moved_wallets();

create trigger journals_append_only before update or delete on journals for each row execute function refuse_change();
create trigger journals_no_truncate before truncate on journals for each statement execute function refuse_change();
create trigger postings_append_only before update or delete on postings for each row execute function refuse_change();
create trigger postings_no_truncate before truncate on postings for each statement execute function refuse_change();
create trigger wallets_stay before delete on wallets for each row execute function refuse_change();
create trigger wallets_no_truncate before truncate on wallets for each statement execute function refuse_change();

-- What the last check of the ledger found. One row; every node reads it before it pays out.
create table ledger_checks (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null,
  full_checked_at timestamptz,
  -- Since when payouts are stopped; null: they run.
  breached_at timestamptz,
  breaches jsonb not null default '[]'
);
