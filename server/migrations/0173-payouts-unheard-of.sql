-- When the provider last said that it knows no such transfer: only then may a person declare it not paid.
alter table payout_attempts add column unheard_at timestamptz;
