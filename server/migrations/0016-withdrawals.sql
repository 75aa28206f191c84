-- Withdrawals: users turn coins into money.

-- The user's uid, name and email have their values at the time of the request.
create table withdrawals (
  id text primary key,
  user_id bigint not null references users (id),
  user_uid text not null,
  user_name text,
  user_email text,
  -- Idempotency-Key of the request.
  request_key text,
  hold_journal_id bigint not null,
  last_attempt_id text references payout_attempts (id),
  coins bigint not null check (coins > 0),
  amount_paise bigint not null check (amount_paise > 0),
  method text not null check (method in ('upi', 'bank')),
  upi_id text,
  account_number text,
  ifsc_code text,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'rejected', 'payment_failed')),
  -- Why Auto Payout leaves it to an admin.
  waits_because text,
  transaction_id text,
  admin_reason text,
  verified_by text,
  -- Number of reversals by the bank. Part of the ledger keys of each round.
  reversals integer not null default 0,
  created_at timestamptz not null,
  verified_at timestamptz,
  finished_at timestamptz,
  reversed_at timestamptz,
  search text not null generated always as (lower(
    id || ' ' || user_uid || ' ' || coalesce(user_name, '') || ' ' || coalesce(user_email, '') || ' ' ||
    coalesce(upi_id, '') || ' ' || coalesce(account_number, '') || ' ' || coalesce(transaction_id, ''))) stored,
  check ((method = 'upi') = (upi_id is not null)),
  check ((method = 'bank') = (account_number is not null and ifsc_code is not null))
);
comment on table withdrawals is 'A user''s request to turn coins into money. The coins are held from the first moment.';

create table withdrawal_totals (
  status text primary key,
  withdrawals bigint not null default 0,
  coins bigint not null default 0,
  amount_paise bigint not null default 0
);
comment on table withdrawal_totals is 'Counts and sums by status, kept by triggers: lists and cards never count a million rows.';
insert into withdrawal_totals (status) values ('pending'), ('processing'), ('completed'), ('rejected'), ('payment_failed');

create table withdrawal_days (
  day date not null,
  status text not null,
  withdrawals bigint not null default 0,
  coins bigint not null default 0,
  amount_paise bigint not null default 0,
  primary key (day, status)
);
comment on table withdrawal_days is 'Counts and sums by day of Asia/Kolkata and status, kept by triggers: any page of any days is found without counting rows.';

create table withdrawal_destinations (
  destination text not null,
  user_id bigint not null,
  primary key (destination, user_id)
);
comment on table withdrawal_destinations is 'Which users withdraw to which UPI id or bank account: the flags for shared ones.';

create table withdrawal_addresses (
  ip inet not null,
  user_id bigint not null,
  primary key (ip, user_id)
);
comment on table withdrawal_addresses is 'The IP addresses of the last clicks of users who withdraw: the flag for a shared one.';

create table auto_payout_breaker (
  only_row boolean primary key default true check (only_row),
  consecutive_failures integer not null default 0,
  reason text check (reason in ('failures', 'unknowns', 'low_balance', 'provider_down', 'ledger', 'daily_limit')),
  message text,
  paused_at timestamptz,
  retry_at timestamptz,
  check ((reason is null) = (paused_at is null))
);
comment on table auto_payout_breaker is 'One row: whether Auto Payout has paused itself. Every instance reads it before it approves.';
insert into auto_payout_breaker default values;

create table auto_payout_waiting (
  withdrawal_id text primary key references withdrawals (id),
  since timestamptz not null
);
comment on table auto_payout_waiting is 'Withdrawals that were requested while Auto Payout had paused.';

create unique index withdrawals_request on withdrawals (user_id, request_key) where request_key is not null;
create index withdrawals_newest on withdrawals (created_at desc, id desc);
create index withdrawals_by_status on withdrawals (status, created_at desc, id desc);
create index withdrawals_user on withdrawals (user_id, created_at desc);
create index withdrawals_amount on withdrawals (amount_paise, id);
create index withdrawals_coins on withdrawals (coins, id);
create index withdrawals_search on withdrawals using gin (search gin_trgm_ops);
create index withdrawals_short_search on withdrawals using gin (letters_and_pairs(search));
-- Serves the daily limits: few rows have this name since midnight.
create index withdrawals_auto_approved on withdrawals (verified_at) include (user_id, amount_paise) where verified_by = 'Auto Payout';
create index withdrawal_addresses_user on withdrawal_addresses (user_id);

create trigger withdrawal_transition before update on withdrawals for each row execute function refuse_illegal_transition();
create trigger withdrawals_kept before delete on withdrawals for each row execute function refuse_delete();

-- The request never changes. The hold's journal changes only with a reversal by the bank.
create function refuse_other_withdrawal() returns trigger language plpgsql as $$
begin
  if (old.created_at, old.user_id, old.coins, old.amount_paise, old.method)
       is distinct from (new.created_at, new.user_id, new.coins, new.amount_paise, new.method)
     or (old.upi_id, old.account_number, old.ifsc_code) is distinct from (new.upi_id, new.account_number, new.ifsc_code)
     or (old.hold_journal_id <> new.hold_journal_id and not (old.status = 'completed' and new.status = 'payment_failed')) then
    raise exception 'what withdrawal % asks for cannot be changed', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_order before update on withdrawals for each row execute function refuse_other_withdrawal();

create function withdrawal_destination(upi_id text, account_number text, ifsc_code text) returns text language sql immutable as $$
  select coalesce(lower(upi_id), account_number || '@' || ifsc_code)
$$;

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

-- Lock order of the sums: withdrawal_totals by status, then withdrawal_days by day and status.
create function sum_new_withdrawals() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select status, count(*) as n, sum(coins) as coins, sum(amount_paise) as paise from new_rows group by status order by status
  loop
    update withdrawal_totals t set withdrawals = t.withdrawals + change.n, coins = t.coins + change.coins, amount_paise = t.amount_paise + change.paise
    where t.status = change.status;
  end loop;
  return null;
end $$;
create trigger withdrawals_summed after insert on withdrawals referencing new table as new_rows
  for each statement execute function sum_new_withdrawals();

create function sum_changed_withdrawals() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select status, sum(sign) as n, sum(sign * coins) as coins, sum(sign * amount_paise) as paise from (
      select n.status, 1 as sign, n.coins, n.amount_paise from new_rows n join old_rows o using (id) where n.status <> o.status
      union all
      select o.status, -1, o.coins, o.amount_paise from new_rows n join old_rows o using (id) where n.status <> o.status
    ) moves group by status order by status
  loop
    update withdrawal_totals t set withdrawals = t.withdrawals + change.n, coins = t.coins + change.coins, amount_paise = t.amount_paise + change.paise
    where t.status = change.status;
  end loop;
  return null;
end $$;
create trigger withdrawals_resummed after update on withdrawals referencing old table as old_rows new table as new_rows
  for each statement execute function sum_changed_withdrawals();

create function sum_new_withdrawal_days() returns trigger language plpgsql as $$
begin
  insert into withdrawal_days as d (day, status, withdrawals, coins, amount_paise)
  select (created_at at time zone 'Asia/Kolkata')::date, status, count(*), sum(coins), sum(amount_paise)
  from new_rows group by 1, 2 order by 1, 2
  on conflict (day, status) do update set withdrawals = d.withdrawals + excluded.withdrawals, coins = d.coins + excluded.coins,
    amount_paise = d.amount_paise + excluded.amount_paise;
  return null;
end $$;
create trigger withdrawals_summed_by_day after insert on withdrawals referencing new table as new_rows
  for each statement execute function sum_new_withdrawal_days();

create function sum_changed_withdrawal_days() returns trigger language plpgsql as $$
begin
  insert into withdrawal_days as d (day, status, withdrawals, coins, amount_paise)
  select day, status, sum(sign), sum(sign * coins), sum(sign * amount_paise) from (
    select (n.created_at at time zone 'Asia/Kolkata')::date as day, n.status, 1 as sign, n.coins, n.amount_paise
    from new_rows n join old_rows o using (id) where n.status <> o.status or n.created_at <> o.created_at
    union all
    select (o.created_at at time zone 'Asia/Kolkata')::date, o.status, -1, o.coins, o.amount_paise
    from new_rows n join old_rows o using (id) where n.status <> o.status or n.created_at <> o.created_at
  ) moves group by day, status order by day, status
  on conflict (day, status) do update set withdrawals = d.withdrawals + excluded.withdrawals, coins = d.coins + excluded.coins,
    amount_paise = d.amount_paise + excluded.amount_paise;
  return null;
end $$;
create trigger withdrawals_resummed_by_day after update on withdrawals referencing old table as old_rows new table as new_rows
  for each statement execute function sum_changed_withdrawal_days();
