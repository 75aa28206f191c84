-- How many live users joined in each hour: finds the page 10,000 of the list without walking over the pages before it.
create table user_hours (
  hour timestamptz primary key,
  live bigint not null
);
insert into user_hours (hour, live)
select date_trunc('hour', created_at, 'UTC'), count(*) from users where deleted_at is null group by 1;

create or replace function count_users() returns trigger language plpgsql as $$
begin
  update counters set value = value + (
    select count(*) from new_rows where deleted_at is null
  ) where name = 'users';
  insert into user_hours as h (hour, live)
  select date_trunc('hour', created_at, 'UTC'), count(*) from new_rows where deleted_at is null group by 1 order by 1
  on conflict (hour) do update set live = h.live + excluded.live;
  return null;
end $$;

create or replace function count_deleted_users() returns trigger language plpgsql as $$
begin
  if not exists (select from old_rows o join new_rows n using (id) where o.deleted_at is null and n.deleted_at is not null) then
    return null;
  end if;
  update counters set value = value
    - (select count(*) from old_rows o join new_rows n using (id) where o.deleted_at is null and n.deleted_at is not null)
  where name = 'users';
  update user_hours h set live = h.live - d.deleted
  from (
    select date_trunc('hour', o.created_at, 'UTC') as hour, count(*) as deleted
    from old_rows o join new_rows n using (id) where o.deleted_at is null and n.deleted_at is not null group by 1
  ) d
  where h.hour = d.hour;
  return null;
end $$;

-- A trigram index cannot serve one or two letters: their own index has each letter and each pair of a user's texts.
create function letters_and_pairs(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(
    select distinct part collate "C"
    from unnest(string_to_array(words, null), (string_to_array(words, null))[2:]) pair (letter, next)
    cross join lateral (values (letter), (letter || next)) parts (part)
    where part is not null
  )
$$;
create index users_short_search on users using gin (
  letters_and_pairs(lower(uid || ' ' || coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')))
) where deleted_at is null;
