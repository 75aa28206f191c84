-- A transfer that was paid can be taken back by the bank. The coins are then held again, by the journal that reverses the
-- settlement; that journal is resolved like the hold was: settled by another payment, or released.
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

insert into legal_transitions (entity, from_status, to_status) values
  ('withdrawals', 'completed', 'payment_failed'),
  ('payout_attempts', 'paid', 'not_paid');

alter table withdrawals
  -- How often a paid transfer was taken back; names the journals of each round.
  add column reversals integer not null default 0,
  add column reversed_at timestamptz;
alter table payout_attempts
  add column reversed_at timestamptz;

-- The journal that holds the coins is another one after a reversal, and only then.
create or replace function refuse_other_withdrawal() returns trigger language plpgsql as $$
begin
  if (old.created_at, old.user_id, old.coins, old.amount_paise, old.method)
       is distinct from (new.created_at, new.user_id, new.coins, new.amount_paise, new.method)
     or (old.upi_id, old.account_number, old.ifsc_code) is distinct from (new.upi_id, new.account_number, new.ifsc_code)
     or (old.hold_journal_id <> new.hold_journal_id and not (old.status = 'completed' and new.status = 'payment_failed')) then
    raise exception 'what withdrawal % asks for cannot be changed', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create index payout_attempts_attention on payout_attempts (sending_at) where needs_attention;

-- Whose money goes where, and from where people click: what the flags of a withdrawal are counted from.
create table withdrawal_destinations (
  destination text not null,
  user_id bigint not null,
  primary key (destination, user_id)
);
create table withdrawal_addresses (
  ip inet not null,
  user_id bigint not null,
  primary key (ip, user_id)
);
create index withdrawal_addresses_user on withdrawal_addresses (user_id);

create function withdrawal_destination(upi_id text, account_number text, ifsc_code text) returns text language sql immutable as $$
  select coalesce(lower(upi_id), account_number || '@' || ifsc_code)
$$;

insert into withdrawal_destinations (destination, user_id)
select distinct withdrawal_destination(upi_id, account_number, ifsc_code), user_id from withdrawals;
insert into withdrawal_addresses (ip, user_id)
select distinct c.click_ip, u.user_id from (select distinct user_id from withdrawals) u
cross join lateral (
  select click_ip from clicks where user_id = u.user_id and click_ip is not null order by created_at desc limit 20
) c;

create function note_new_withdrawals() returns trigger language plpgsql as $$
begin
  insert into withdrawal_destinations (destination, user_id)
  select distinct withdrawal_destination(upi_id, account_number, ifsc_code), user_id from new_rows order by 1, 2
  on conflict do nothing;
  insert into withdrawal_addresses (ip, user_id)
  select distinct c.click_ip, n.user_id from (select distinct user_id from new_rows) n
  cross join lateral (
    select click_ip from clicks where user_id = n.user_id and click_ip is not null order by created_at desc limit 20
  ) c
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger withdrawals_noted after insert on withdrawals referencing new table as new_rows
  for each statement execute function note_new_withdrawals();

-- Auto payout pauses itself. One row; every node reads it before it approves.
create table auto_payout_breaker (
  only_row boolean primary key default true check (only_row),
  consecutive_failures integer not null default 0,
  reason text check (reason in ('failures', 'unknowns', 'low_balance', 'provider_down', 'ledger')),
  message text,
  paused_at timestamptz,
  retry_at timestamptz,
  check ((reason is null) = (paused_at is null))
);
insert into auto_payout_breaker default values;
-- Requested while auto payout was on, and left alone because it had paused.
create table auto_payout_waiting (
  withdrawal_id text primary key references withdrawals (id),
  since timestamptz not null
);

-- The provider's statement, as it was last seen, and each comparison with our own book.
create table reconciliation_runs (
  id text primary key,
  provider text not null,
  status text not null check (status in ('running', 'done', 'failed')),
  started_at timestamptz not null,
  finished_at timestamptz,
  from_at timestamptz not null,
  until_at timestamptz not null,
  entries bigint not null default 0,
  matched bigint not null default 0,
  differences bigint not null default 0,
  error text
);
create unique index reconciliation_running on reconciliation_runs ((true)) where status = 'running';
create index reconciliation_newest on reconciliation_runs (started_at desc);

create table statement_entries (
  provider text not null,
  transaction_id text not null,
  reference_id text not null,
  amount_paise bigint not null,
  -- The provider's word, and what it means to us.
  word text not null,
  outcome text not null check (outcome in ('in_flight', 'paid', 'not_paid', 'unknown')),
  utr text,
  made_at timestamptz not null,
  run_id text not null,
  primary key (provider, transaction_id)
);
create index statement_entries_reference on statement_entries (provider, reference_id);
create index statement_entries_run on statement_entries (run_id);
create index payout_attempts_sent on payout_attempts (sending_at) where sending_at is not null;

create table payout_differences (
  id text primary key,
  provider text not null,
  kind text not null check (kind in ('missing_at_provider', 'missing_at_ours', 'amount_differs', 'status_differs', 'paid_twice')),
  reference_id text not null,
  provider_transaction_id text,
  utr text,
  payable_id text,
  our_amount_paise bigint,
  their_amount_paise bigint,
  our_status text,
  their_status text,
  -- When the transfer was made: a comparison that does not reach back so far says nothing about it.
  made_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'acknowledged', 'resolved', 'gone')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  last_run_id text not null,
  decided_at timestamptz,
  decided_by text,
  reason text,
  unique (provider, kind, reference_id)
);
create index payout_differences_state on payout_differences (state, last_seen_at desc, id desc);
