-- What Auto Payout leaves to a person, and how much it may approve in a day of Asia/Kolkata.
alter table settings
  add column auto_payout_flags text[] not null default '{shared_upi,shared_account,burst}',
  -- Null: the limit of one withdrawal, AUTO_PAYOUT_MAX_RUPEES.
  add column auto_payout_user_limit_rupees integer check (auto_payout_user_limit_rupees > 0),
  add column auto_payout_day_limit_rupees integer not null default 100000 check (auto_payout_day_limit_rupees > 0);

alter table withdrawals add column waits_because text;

-- The sums of a day: few rows have this name since midnight.
create index withdrawals_auto_approved on withdrawals (verified_at) include (user_id, amount_paise) where verified_by = 'Auto Payout';

alter table auto_payout_breaker drop constraint auto_payout_breaker_reason_check;
alter table auto_payout_breaker add constraint auto_payout_breaker_reason_check
  check (reason in ('failures', 'unknowns', 'low_balance', 'provider_down', 'ledger', 'daily_limit'));
