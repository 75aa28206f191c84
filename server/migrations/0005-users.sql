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
  deleted_at timestamptz
);
comment on table users is 'Users of the consumer app. Their coins are in wallets.';
insert into counters (name) values ('users');

create table user_hours (
  hour timestamptz primary key,
  live bigint not null
);
comment on table user_hours is 'Active users per sign-up hour: locates page 10,000 of the list without reading earlier pages.';
create table user_months (
  month timestamptz primary key,
  live bigint not null
);
comment on table user_months is 'Active users per sign-up month (UTC): the sums of user_hours, so that a page reads the hours of one month.';

create index users_created on users (created_at desc, id desc) where deleted_at is null;
-- Sorted as displayed (USER_DEFAULTS of the contract).
create index users_name on users (lower(coalesce(name, 'Unnamed User')), id) where deleted_at is null;
create index users_email on users (lower(coalesce(email, 'No Email')), id) where deleted_at is null;
create index users_search on users using gin (
  (lower(uid || ' ' || coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) gin_trgm_ops
) where deleted_at is null;
create index users_short_search on users using gin (
  letters_and_pairs(lower(uid || ' ' || coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')))
) where deleted_at is null;
-- There are few deleted users. This index finds them without reading the others.
create index users_deleted on users (id) where deleted_at is not null;

create function count_users() returns trigger language plpgsql as $$
begin
  update counters set value = value + (
    select count(*) from new_rows where deleted_at is null
  ) where name = 'users';
  insert into user_hours as h (hour, live)
  select date_trunc('hour', created_at, 'UTC'), count(*) from new_rows where deleted_at is null group by 1 order by 1
  on conflict (hour) do update set live = h.live + excluded.live;
  insert into user_months as m (month, live)
  select date_trunc('month', created_at, 'UTC'), count(*) from new_rows where deleted_at is null group by 1 order by 1
  on conflict (month) do update set live = m.live + excluded.live;
  return null;
end $$;
create trigger users_counted after insert on users referencing new table as new_rows
  for each statement execute function count_users();

create function count_deleted_users() returns trigger language plpgsql as $$
declare
  deleted timestamptz[] := array(
    select o.created_at from old_rows o join new_rows n using (id) where o.deleted_at is null and n.deleted_at is not null);
begin
  if deleted = '{}' then
    return null;
  end if;
  update counters set value = value - cardinality(deleted) where name = 'users';
  update user_hours h set live = h.live - d.users
  from (select date_trunc('hour', at, 'UTC') as hour, count(*) as users from unnest(deleted) at group by 1) d where h.hour = d.hour;
  update user_months m set live = m.live - d.users
  from (select date_trunc('month', at, 'UTC') as month, count(*) as users from unnest(deleted) at group by 1) d where m.month = d.month;
  return null;
end $$;
create trigger users_deleted after update on users referencing old table as old_rows new table as new_rows
  for each statement execute function count_deleted_users();
