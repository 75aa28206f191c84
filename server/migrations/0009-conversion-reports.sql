-- Sums for the reports.
--   hour:   conversion_rollups per offer, and conversion_hours over all offers (kept by triggers).
--   period: conversion_offer_sums and conversion_place_sums. A period is a day (20261121), a month (202611)
--           or a third of a month (2026110: days 1-10, 2026111: days 11-20, 2026112: the rest), in Asia/Kolkata.
-- A range of days is at most 22 periods plus its whole months, so a year costs as little as a day. An empty event or
-- offer is the sum over all. Columns count per source and status (null: none) and sum the paise of approved conversions.
-- A postback's transaction writes only the hourly sums. Finished hours are folded into the offer sums. Changes of folded
-- hours, and all changes by place, wait in tables without an index for a job that runs every minute. Reports add both.

create table conversion_rollups (
  hour timestamptz not null,
  offer_id text not null,
  event_key text not null,
  source text not null,
  status text not null,
  conversions bigint not null,
  user_payout_paise bigint not null,
  total_payout_paise bigint not null,
  coins bigint not null,
  primary key (hour, offer_id, event_key, source, status)
);
comment on table conversion_rollups is 'Sums by the hour of Asia/Kolkata (it starts at half past in UTC), written in the transaction of the conversions.';

create table conversion_hours (
  hour timestamptz not null,
  event_key text not null,
  source text not null,
  status text not null,
  conversions bigint not null,
  user_payout_paise bigint not null,
  total_payout_paise bigint not null,
  coins bigint not null,
  primary key (hour, event_key, source, status)
) with (fillfactor = 70);
comment on table conversion_hours is 'The hourly sums over all offers, kept by triggers: a report over all offers reads a few rows per hour.';

create table conversion_offer_sums (
  period integer not null,
  event_key text collate "C" not null,
  offer_id text collate "C" not null,
  postback_approved bigint, postback_pending bigint, postback_rejected bigint, postback_cutbacked bigint,
  smart_poll_approved bigint, smart_poll_pending bigint, smart_poll_rejected bigint, smart_poll_cutbacked bigint,
  manual_approved bigint, manual_pending bigint, manual_rejected bigint, manual_cutbacked bigint,
  postback_paise bigint, smart_poll_paise bigint, manual_paise bigint,
  primary key (period, event_key, offer_id)
) with (fillfactor = 80);
comment on table conversion_offer_sums is 'Sums by period, event and offer.';

create table conversion_place_sums (
  period integer not null,
  offer_id text collate "C" not null,
  -- City, state, country. Unknown parts are empty.
  city text collate "C" not null,
  event_key text collate "C" not null,
  postback_approved bigint, postback_pending bigint, postback_rejected bigint, postback_cutbacked bigint,
  smart_poll_approved bigint, smart_poll_pending bigint, smart_poll_rejected bigint, smart_poll_cutbacked bigint,
  manual_approved bigint, manual_pending bigint, manual_rejected bigint, manual_cutbacked bigint,
  postback_paise bigint, smart_poll_paise bigint, manual_paise bigint,
  primary key (period, offer_id, city, event_key)
) partition by list (offer_id);
comment on table conversion_place_sums is 'Sums by period, offer and city. The few rows over all offers have a partition of their own.';
create table conversion_place_sums_all partition of conversion_place_sums for values in ('') with (fillfactor = 80);
create table conversion_place_sums_of_offers partition of conversion_place_sums default with (fillfactor = 80);

-- Jobs read and empty these tables as a whole, so vacuum starts after a fixed number of rows.
create table conversion_offer_changes (
  at timestamptz not null,
  offer_id text not null,
  event_key text not null,
  source text not null,
  status text not null,
  conversions bigint not null,
  total_payout_paise bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);
comment on table conversion_offer_changes is 'Changes of folded hours that wait to be folded into conversion_offer_sums.';

create table conversion_place_changes (
  at timestamptz not null,
  offer_id text not null,
  city text not null,
  event_key text not null,
  source text not null,
  status text not null,
  conversions bigint not null,
  total_payout_paise bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);
comment on table conversion_place_changes is 'Changes that wait to be folded into conversion_place_sums.';

create table conversion_folds (
  only_one boolean primary key default true check (only_one),
  -- Earlier hours are folded. Only grows.
  folded_to timestamptz not null
);
comment on table conversion_folds is 'One row: how far the hourly sums are folded. Its lock lets one instance fold at a time.';
insert into conversion_folds (folded_to) values (date_trunc('hour', now(), 'Asia/Kolkata'));

create index conversion_rollups_offer on conversion_rollups (offer_id, hour desc);
create index conversion_rollups_event on conversion_rollups (event_key, hour desc);
create index conversion_place_sums_city on conversion_place_sums (city, event_key, period, offer_id);

-- Serializes writers of an hour. Inserted and updated rows fire two triggers that lock conversion_hours
-- in different orders, so without this lock two batches can deadlock.
create function lock_conversion_hour(hour timestamptz) returns void language sql as $$
  select pg_advisory_xact_lock(7263201, floor(extract(epoch from hour) / 1800)::integer)
$$;

-- Changes of folded hours wait in conversion_offer_changes.
create function add_conversion_hours() returns trigger language plpgsql as $$
declare
  added timestamptz;
  oldest timestamptz;
begin
  for added in select distinct hour from new_rows order by hour loop
    oldest := coalesce(oldest, added);
    perform lock_conversion_hour(added);
  end loop;
  if oldest < (select folded_to from conversion_folds) then
    insert into conversion_offer_changes (at, offer_id, event_key, source, status, conversions, total_payout_paise)
    select hour, offer_id, event_key, source, status, conversions, total_payout_paise
    from new_rows where hour < (select folded_to from conversion_folds);
  end if;
  insert into conversion_hours as h (hour, event_key, source, status, conversions, user_payout_paise, total_payout_paise, coins)
  select hour, event_key, source, status, sum(conversions), sum(user_payout_paise), sum(total_payout_paise), sum(coins)
  from new_rows group by hour, event_key, source, status order by 1, 2, 3, 4
  on conflict (hour, event_key, source, status) do update set conversions = h.conversions + excluded.conversions,
    user_payout_paise = h.user_payout_paise + excluded.user_payout_paise,
    total_payout_paise = h.total_payout_paise + excluded.total_payout_paise,
    coins = h.coins + excluded.coins;
  return null;
end $$;
create trigger conversion_rollups_added after insert on conversion_rollups referencing new table as new_rows
  for each statement execute function add_conversion_hours();

create function change_conversion_hours() returns trigger language plpgsql as $$
declare
  changed timestamptz;
  oldest timestamptz;
begin
  for changed in select distinct hour from new_rows order by hour loop
    oldest := coalesce(oldest, changed);
    perform lock_conversion_hour(changed);
  end loop;
  if oldest < (select folded_to from conversion_folds) then
    insert into conversion_offer_changes (at, offer_id, event_key, source, status, conversions, total_payout_paise)
    select hour, offer_id, event_key, source, status, conversions, total_payout_paise
    from new_rows where hour < (select folded_to from conversion_folds)
    union all
    select hour, offer_id, event_key, source, status, -conversions, -total_payout_paise
    from old_rows where hour < (select folded_to from conversion_folds);
  end if;
  update conversion_hours h set
    conversions = h.conversions + d.conversions,
    user_payout_paise = h.user_payout_paise + d.user_payout_paise,
    total_payout_paise = h.total_payout_paise + d.total_payout_paise,
    coins = h.coins + d.coins
  from (
    select hour, event_key, source, status, sum(conversions) as conversions, sum(user_payout_paise) as user_payout_paise,
      sum(total_payout_paise) as total_payout_paise, sum(coins) as coins
    from (
      select hour, event_key, source, status, conversions, user_payout_paise, total_payout_paise, coins from new_rows
      union all
      select hour, event_key, source, status, -conversions, -user_payout_paise, -total_payout_paise, -coins from old_rows
    ) changes
    group by hour, event_key, source, status order by hour, event_key, source, status
  ) d
  where h.hour = d.hour and h.event_key = d.event_key and h.source = d.source and h.status = d.status;
  return null;
end $$;
create trigger conversion_rollups_changed after update on conversion_rollups referencing old table as old_rows new table as new_rows
  for each statement execute function change_conversion_hours();

-- Skips rows without a city. A row trigger, because a statement trigger would stop COPY from batching rows.
create function note_conversion_place() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.city is not null then
    insert into conversion_place_changes (at, offer_id, city, event_key, source, status, conversions, total_payout_paise)
    values (old.created_at, old.offer_id, old.city || ', ' || coalesce(old.state, '') || ', ' || coalesce(old.country, ''),
      old.event_key, old.source, old.status, -1, -old.total_payout_paise);
  end if;
  if tg_op <> 'DELETE' and new.city is not null then
    insert into conversion_place_changes (at, offer_id, city, event_key, source, status, conversions, total_payout_paise)
    values (new.created_at, new.offer_id, new.city || ', ' || coalesce(new.state, '') || ', ' || coalesce(new.country, ''),
      new.event_key, new.source, new.status, 1, new.total_payout_paise);
  end if;
  return null;
end $$;
create trigger conversions_place_added after insert on conversions
  for each row when (new.city is not null) execute function note_conversion_place();
create trigger conversions_place_changed after update on conversions
  for each row when (old.city is not null or new.city is not null) execute function note_conversion_place();
create trigger conversions_place_removed after delete on conversions
  for each row when (old.city is not null) execute function note_conversion_place();

-- Builds the SQL for the columns of the period sums over changes `c`, and their names by a pattern.
create function conversion_sum_columns() returns text language sql immutable as $$
  select string_agg(format('nullif(sum(c.conversions) filter (where c.source = %L and c.status = %L), 0)', source, status), ', ' order by s, t)
    || (select string_agg(format(', nullif(sum(c.total_payout_paise) filter (where c.source = %L and c.status = ''approved''), 0)', source), '' order by s)
        from unnest(array['postback', 'smart_poll', 'manual']) with ordinality as sources (source, s))
  from unnest(array['postback', 'smart_poll', 'manual']) with ordinality as sources (source, s)
  cross join unnest(array['approved', 'pending', 'rejected', 'cutbacked']) with ordinality as statuses (status, t)
$$;
create function conversion_sum_names(pattern text, separator text) returns text language sql immutable as $$
  select string_agg(replace(pattern, '%', name), separator order by n) from unnest(array[
    'postback_approved', 'postback_pending', 'postback_rejected', 'postback_cutbacked', 'smart_poll_approved', 'smart_poll_pending', 'smart_poll_rejected', 'smart_poll_cutbacked', 'manual_approved', 'manual_pending', 'manual_rejected', 'manual_cutbacked', 'postback_paise', 'smart_poll_paise', 'manual_paise'
  ]) with ordinality as names (name, n)
$$;

-- Returns the day, the ten days and the month of an instant.
create function conversion_periods(at timestamptz) returns integer[] language sql immutable as $$
  select array[d, d / 100 * 10 + least((d % 100 - 1) / 10, 2), d / 100]
  from (select to_char(at at time zone 'Asia/Kolkata', 'YYYYMMDD')::integer as d) days
$$;

-- Folds all waiting changes into the period sums. Returns their number.
create function fold_conversion_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
  more bigint;
  names constant text := conversion_sum_names('%', ', ');
  added constant text := conversion_sum_names('% = coalesce(s.% + excluded.%, s.%, excluded.%)', ', ');
begin
  perform 1 from conversion_folds for update;
  execute format($sql$
    with c as (delete from conversion_offer_changes returning *), days as (
      select conversion_periods(c.at) as periods, c.offer_id, c.event_key, c.source, c.status,
        sum(c.conversions) as conversions, sum(c.total_payout_paise) as total_payout_paise from c group by 1, 2, 3, 4, 5
    ), folded as (
      insert into conversion_offer_sums as s (period, event_key, offer_id, %1$s)
      select period, event, offer, %2$s from days c cross join unnest(c.periods) as period
      cross join lateral (values (c.offer_id, c.event_key), (c.offer_id, ''), ('', c.event_key), ('', '')) as keys (offer, event)
      group by 1, 2, 3
      on conflict (period, event_key, offer_id) do update set %3$s
    ) select count(*) from c$sql$, names, conversion_sum_columns(), added) into folded;
  execute format($sql$
    with c as (delete from conversion_place_changes returning *), days as (
      select conversion_periods(c.at) as periods, c.offer_id, c.city, c.event_key, c.source, c.status,
        sum(c.conversions) as conversions, sum(c.total_payout_paise) as total_payout_paise from c group by 1, 2, 3, 4, 5, 6
    ), folded as (
      insert into conversion_place_sums as s (period, offer_id, city, event_key, %1$s)
      select period, offer, city, event, %2$s from days c cross join unnest(c.periods) as period
      cross join lateral (values (c.offer_id, c.event_key), ('', c.event_key), ('', '')) as keys (offer, event)
      group by 1, 2, 3, 4
      on conflict (period, offer_id, city, event_key) do update set %3$s
    ) select count(*) from c$sql$, names, conversion_sum_columns(), added) into more;
  return folded + more;
end $$;

-- Folds the oldest unfolded hour, if it is over at `until`. Returns whether there was one.
-- A writer holds the hour's lock until its commit, so it is either seen here or sees the hour as folded.
create function fold_conversion_hour(until timestamptz) returns boolean language plpgsql as $$
declare
  oldest timestamptz;
begin
  select folded_to into oldest from conversion_folds for update;
  if oldest + interval '1 hour' > until then
    return false;
  end if;
  perform lock_conversion_hour(oldest);
  insert into conversion_offer_changes (at, offer_id, event_key, source, status, conversions, total_payout_paise)
  select hour, offer_id, event_key, source, status, conversions, total_payout_paise
  from conversion_rollups where hour >= oldest and hour < oldest + interval '1 hour';
  update conversion_folds set folded_to = oldest + interval '1 hour';
  return true;
end $$;

-- Rebuilds all period sums from the hourly sums and the conversions, after a bulk load.
create function rebuild_conversion_sums() returns void language plpgsql set work_mem = '128MB' as $$
declare
  names constant text := conversion_sum_names('%', ', ');
  sums constant text := conversion_sum_names('sum(%)', ', ');
begin
  perform 1 from conversion_folds for update;
  truncate conversion_offer_sums, conversion_offer_changes, conversion_place_sums, conversion_place_changes;
  execute format($sql$
    insert into conversion_offer_sums (period, event_key, offer_id, %s)
    select (conversion_periods(hour))[1], event_key, offer_id, %s
    from conversion_rollups c where hour < (select folded_to from conversion_folds) group by 1, 2, 3$sql$, names, conversion_sum_columns());
  execute format($sql$
    insert into conversion_place_sums (period, offer_id, city, event_key, %s)
    select to_char(created_at at time zone 'Asia/Kolkata', 'YYYYMMDD')::integer, offer_id,
      city || ', ' || coalesce(state, '') || ', ' || coalesce(country, ''), event_key, %s
    from (select *, 1 as conversions from conversions where city is not null) c group by 1, offer_id, city, state, country, event_key order by 1, 3, 2$sql$, names, conversion_sum_columns());
  execute format($sql$
    insert into conversion_offer_sums (period, event_key, offer_id, %1$s)
    select period / 100 * 10 + least((period %% 100 - 1) / 10, 2), event_key, offer_id, %2$s from conversion_offer_sums group by 1, 2, 3;
    insert into conversion_offer_sums (period, event_key, offer_id, %1$s)
    select period / 10, event_key, offer_id, %2$s from conversion_offer_sums where period < 10000000 group by 1, 2, 3;
    insert into conversion_offer_sums (period, event_key, offer_id, %1$s)
    select period, event_key, '', %2$s from conversion_offer_sums group by 1, 2;
    insert into conversion_offer_sums (period, event_key, offer_id, %1$s)
    select period, '', offer_id, %2$s from conversion_offer_sums group by 1, 3;
    insert into conversion_place_sums (period, offer_id, city, event_key, %1$s)
    select period / 100 * 10 + least((period %% 100 - 1) / 10, 2), offer_id, city, event_key, %2$s from conversion_place_sums group by 1, 2, 3, 4 order by 1, 3, 2;
    insert into conversion_place_sums (period, offer_id, city, event_key, %1$s)
    select period / 10, offer_id, city, event_key, %2$s from conversion_place_sums where period < 10000000 group by 1, 2, 3, 4 order by 1, 3, 2;
    insert into conversion_place_sums (period, offer_id, city, event_key, %1$s)
    select period, '', city, event_key, %2$s from conversion_place_sums group by 1, 3, 4 order by 1, 3, 4;
    insert into conversion_place_sums (period, offer_id, city, event_key, %1$s)
    select period, '', city, '', %2$s from conversion_place_sums where offer_id = '' group by 1, 3$sql$, names, sums);
end $$;
