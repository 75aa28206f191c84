-- Users of the consumer app. The balance of coins is the wallet's (ledger), never a column here.
create table users (
  id bigint generated always as identity primary key,
  uid text not null unique check (uid <> '' and length(uid) <= 128),
  name text,
  email text,
  phone text,
  gender text,
  referral_code text unique,
  used_referral_code text,
  created_at timestamptz not null default now(),
  created_ip inet,
  deleted_at timestamptz
);
create index users_created on users (created_at desc, id desc) where deleted_at is null;
-- Sorted as they are shown (USER_DEFAULTS of the contract).
create index users_name on users (lower(coalesce(name, 'Unnamed User')), id) where deleted_at is null;
create index users_email on users (lower(coalesce(email, 'No Email')), id) where deleted_at is null;
create index users_search on users using gin (
  (lower(uid || ' ' || coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) gin_trgm_ops
) where deleted_at is null;

insert into counters (name) values ('users');
create function count_users() returns trigger language plpgsql as $$
begin
  update counters set value = value + (
    select count(*) from new_rows where deleted_at is null
  ) where name = 'users';
  return null;
end $$;
create trigger users_counted after insert on users referencing new table as new_rows
  for each statement execute function count_users();
create function count_deleted_users() returns trigger language plpgsql as $$
begin
  update counters set value = value
    - (select count(*) from old_rows o join new_rows n using (id) where o.deleted_at is null and n.deleted_at is not null)
  where name = 'users'
    and exists (select 1 from old_rows o join new_rows n using (id) where o.deleted_at is null and n.deleted_at is not null);
  return null;
end $$;
create trigger users_deleted after update on users referencing old table as old_rows new table as new_rows
  for each statement execute function count_deleted_users();
