-- The account that an attempt was sent from, or that was seen to have it: a keyed fingerprint of key and account number.
alter table payout_attempts add column account text;
-- Of attempts from before that: the account that was first in use since.
create table payout_first_accounts (
  provider text primary key,
  account text not null
);
create trigger payout_first_accounts_append_only before update or delete on payout_first_accounts
  for each row execute function refuse_change();
-- Whose statement was read.
alter table reconciliation_runs add column account text;

-- Hints without a signature about a paid transfer that were followed, and since when they are counted.
alter table payout_attempts
  add column unsigned_hints integer not null default 0,
  add column unsigned_hints_since timestamptz;
