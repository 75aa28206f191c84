-- Adding to conversion_rollups raises rows that are there and makes others, which are two triggers: the first locks the
-- hours' rows of what was raised, the second those of what was made. Two batches that did so crosswise deadlocked. Whoever
-- adds to an hour waits for whoever does so already, before any of its rows.
create function lock_conversion_hour(hour timestamptz) returns void language sql as $$
  select pg_advisory_xact_lock(7263201, floor(extract(epoch from hour) / 1800)::integer)
$$;

create or replace function add_conversion_hours() returns trigger language plpgsql as $$
declare
  added timestamptz;
begin
  for added in select distinct hour from new_rows order by hour loop
    perform lock_conversion_hour(added);
  end loop;
  insert into conversion_hours as h (hour, event_key, source, status, conversions, user_payout_paise, total_payout_paise, coins)
  select hour, event_key, source, status, sum(conversions), sum(user_payout_paise), sum(total_payout_paise), sum(coins)
  from new_rows group by hour, event_key, source, status order by 1, 2, 3, 4
  on conflict (hour, event_key, source, status) do update set
    conversions = h.conversions + excluded.conversions,
    user_payout_paise = h.user_payout_paise + excluded.user_payout_paise,
    total_payout_paise = h.total_payout_paise + excluded.total_payout_paise,
    coins = h.coins + excluded.coins;
  return null;
end $$;

create or replace function change_conversion_hours() returns trigger language plpgsql as $$
declare
  changed timestamptz;
begin
  for changed in select distinct hour from new_rows order by hour loop
    perform lock_conversion_hour(changed);
  end loop;
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
