-- Serializes writers of an hour. Inserted and updated rows fire two triggers that lock conversion_hours
-- in different orders, so without this lock two batches can deadlock.
create or replace function lock_conversion_hour(hour timestamptz) returns void language sql as $$
  select pg_advisory_xact_lock(7263201, floor(extract(epoch from hour) / 1800)::integer)
$$;

-- Changes of folded hours wait in conversion_offer_changes.
create or replace function add_conversion_hours() returns trigger language plpgsql as $$
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

create or replace trigger conversion_rollups_added after insert on conversion_rollups referencing new table as new_rows
  for each statement execute function add_conversion_hours();

-- Like add_conversion_hours, with the differences of changed rows.
create or replace function change_conversion_hours() returns trigger language plpgsql as $$
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

create or replace trigger conversion_rollups_changed after update on conversion_rollups referencing old table as old_rows new table as new_rows
  for each statement execute function change_conversion_hours();

-- Skips rows without a city. A row trigger, because a statement trigger would stop COPY from batching rows.
create or replace function note_conversion_place() returns trigger language plpgsql as $$
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

create or replace trigger conversions_place_added after insert on conversions
  for each row when (new.city is not null) execute function note_conversion_place();

create or replace trigger conversions_place_changed after update on conversions
  for each row when (old.city is not null or new.city is not null) execute function note_conversion_place();

create or replace trigger conversions_place_removed after delete on conversions
  for each row when (old.city is not null) execute function note_conversion_place();

-- Builds the SQL for the columns of the period sums over changes `c`, and their names by a pattern.
create or replace function conversion_sum_columns() returns text language sql immutable as $$
  select string_agg(format('nullif(sum(c.conversions) filter (where c.source = %L and c.status = %L), 0)', source, status), ', ' order by s, t)
    || (select string_agg(format(', nullif(sum(c.total_payout_paise) filter (where c.source = %L and c.status = ''approved''), 0)', source), '' order by s)
        from unnest(array['postback', 'smart_poll', 'manual']) with ordinality as sources (source, s))
  from unnest(array['postback', 'smart_poll', 'manual']) with ordinality as sources (source, s)
  cross join unnest(array['approved', 'pending', 'rejected', 'cutbacked']) with ordinality as statuses (status, t)
$$;

-- Names the columns of the period sums by a pattern.
create or replace function conversion_sum_names(pattern text, separator text) returns text language sql immutable as $$
  select string_agg(replace(pattern, '%', name), separator order by n) from unnest(array[
    'postback_approved', 'postback_pending', 'postback_rejected', 'postback_cutbacked', 'smart_poll_approved', 'smart_poll_pending', 'smart_poll_rejected', 'smart_poll_cutbacked', 'manual_approved', 'manual_pending', 'manual_rejected', 'manual_cutbacked', 'postback_paise', 'smart_poll_paise', 'manual_paise'
  ]) with ordinality as names (name, n)
$$;

-- Returns the day, the ten days, the month and the year of an instant.
create or replace function conversion_periods(at timestamptz) returns integer[] language sql immutable as $$
  select array[d, d / 100 * 10 + least((d % 100 - 1) / 10, 2), d / 100, d / 10000 * 10000]
  from (select to_char(at at time zone 'Asia/Kolkata', 'YYYYMMDD')::integer as d) days
$$;

-- Folds all waiting changes into the period sums. Returns their number.
create or replace function fold_conversion_changes() returns bigint language plpgsql as $$
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
      where offer = '' or period %% 10000 > 0
      group by 1, 2, 3, 4
      on conflict (period, offer_id, city, event_key) do update set %3$s
    ) select count(*) from c$sql$, names, conversion_sum_columns(), added) into more;
  return folded + more;
end $$;

-- Folds the oldest unfolded hour, if it is over at `until`. Returns whether there was one.
-- A writer holds the hour's lock until its commit, so it is either seen here or sees the hour as folded.
create or replace function fold_conversion_hour(until timestamptz) returns boolean language plpgsql as $$
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

-- Rebuilds the sums of days, ten days and months.
create or replace function rebuild_conversion_months() returns void language plpgsql set work_mem = '128MB' as $$
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

-- Rebuilds all period sums from the hourly sums and the conversions, after a bulk load.
create or replace function rebuild_conversion_sums() returns void language sql as $$
  select rebuild_conversion_months();
  select add_conversion_years();
$$;

-- Sums the months of each year.
create or replace function add_conversion_years() returns void language plpgsql as $$
begin
  perform 1 from conversion_folds for update;
  execute format($sql$
    insert into conversion_offer_sums (period, event_key, offer_id, %1$s)
    select period / 100 * 10000, event_key, offer_id, %2$s from conversion_offer_sums where period < 1000000 group by 1, 2, 3;
    insert into conversion_place_sums (period, offer_id, city, event_key, %1$s)
    select period / 100 * 10000, offer_id, city, event_key, %2$s from conversion_place_sums
    where period < 1000000 and offer_id = '' group by 1, 2, 3, 4$sql$, conversion_sum_names('%', ', '), conversion_sum_names('sum(%)', ', '));
end $$;
