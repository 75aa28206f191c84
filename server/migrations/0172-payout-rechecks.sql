-- A paid transfer that somebody said was taken back: when the provider is asked about it. Kept until it has told.
alter table payout_attempts add column recheck_at timestamptz;
create index payout_attempts_rechecks on payout_attempts (recheck_at) where recheck_at is not null;
