-- Users of the consumer app.
create table users (
  id bigint generated always as identity primary key,
  uid text not null unique check (uid <> '' and length(uid) <= 128),
  name text,
  email text,
  phone text,
  gender text,
  referral_code text unique,
  used_referral_code text,
  created_ip inet,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  erased_at timestamptz
);
comment on table users is 'Users of the consumer app. Their coins are in wallets.';
insert into counters (name) values ('users');

create index users_created on users (created_at desc, id desc) where deleted_at is null;
-- Sorted as displayed (USER_DEFAULTS of the contract). The columns themselves let a far page be counted without the rows.
create index users_name on users (lower(coalesce(name, 'Unnamed User')), id) include (name) where deleted_at is null;
create index users_email on users (lower(coalesce(email, 'No Email')), id) include (email) where deleted_at is null;
create index users_search on users using gin (
  (lower(uid || ' ' || coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) gin_trgm_ops
) where deleted_at is null;
-- There are few deleted users. This index finds them without reading the others.
create index users_deleted on users (id) where deleted_at is not null;
