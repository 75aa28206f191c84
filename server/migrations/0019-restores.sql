-- Restored copies: a database that was restored from a backup sends nothing until an operator confirms it.
create table restores (
  id bigint generated always as identity primary key,
  restored_at timestamptz not null default now(),
  -- The restored second. Payments, mails and deliveries after it are unknown to this copy.
  restored_to timestamptz not null,
  confirmed_at timestamptz,
  -- The operator's statement on the payments after the restored second.
  confirmation text,
  check ((confirmed_at is null) = (confirmation is null))
);
comment on table restores is 'Each restore of this database from a backup. While one is not confirmed, nothing is paid, mailed or delivered.';

insert into cache_versions (topic) values ('restores');

create table hash_key (
  only_row boolean primary key default true check (only_row),
  sealed text not null
);
comment on table hash_key is 'The encrypted key of all keyed hashes: codes, recovery codes, rate limits, payout accounts. A new APP_SECRET encrypts it again, so the hashes stay valid.';
