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

create table withdrawal_days (
  day date not null,
  status text not null,
  withdrawals bigint not null default 0,
  coins bigint not null default 0,
  amount_paise bigint not null default 0,
  primary key (day, status)
);
comment on table withdrawal_days is 'Counts and sums by day of Asia/Kolkata and status, kept by triggers: lists and cards never count a million rows.';

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
comment on table auto_payout_waiting is 'Withdrawals that Auto Payout has not decided yet.';

create unique index withdrawals_request on withdrawals (user_id, request_key) where request_key is not null;
create index withdrawals_newest on withdrawals (created_at desc, id desc);
create index withdrawals_by_status on withdrawals (status, created_at desc, id desc);
-- The history lists the newest decision first. A pending withdrawal has none, and the history leaves it out.
create index withdrawals_decided on withdrawals (coalesce(verified_at, created_at) desc, id desc);
create index withdrawals_user on withdrawals (user_id, created_at desc);
create index withdrawals_amount on withdrawals (amount_paise, id);
create index withdrawals_coins on withdrawals (coins, id);
create index withdrawals_search on withdrawals using gin (search gin_trgm_ops);
-- Serves the daily limits: few rows have this name since midnight.
create index withdrawals_auto_approved on withdrawals (verified_at) include (user_id, amount_paise) where verified_by = 'Auto Payout';
create index withdrawal_addresses_user on withdrawal_addresses (user_id);
