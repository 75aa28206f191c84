-- Sums of years (20260000 is 2026): a report over all time reads one row for each year instead of twelve.
-- The sums of an offer in a city have none: most of them count one conversion, so their years would be as many rows again.

-- Returns the day, the ten days, the month and the year of an instant.
create or replace function conversion_periods(at timestamptz) returns integer[] language sql immutable as $$
  select array[d, d / 100 * 10 + least((d % 100 - 1) / 10, 2), d / 100, d / 10000 * 10000]
  from (select to_char(at at time zone 'Asia/Kolkata', 'YYYYMMDD')::integer as d) days
$$;

-- As before, and with years.
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

-- Sums the months of each year.
create function add_conversion_years() returns void language plpgsql as $$
begin
  perform 1 from conversion_folds for update;
  execute format($sql$
    insert into conversion_offer_sums (period, event_key, offer_id, %1$s)
    select period / 100 * 10000, event_key, offer_id, %2$s from conversion_offer_sums where period < 1000000 group by 1, 2, 3;
    insert into conversion_place_sums (period, offer_id, city, event_key, %1$s)
    select period / 100 * 10000, offer_id, city, event_key, %2$s from conversion_place_sums
    where period < 1000000 and offer_id = '' group by 1, 2, 3, 4$sql$, conversion_sum_names('%', ', '), conversion_sum_names('sum(%)', ', '));
end $$;
select add_conversion_years();

alter function rebuild_conversion_sums() rename to rebuild_conversion_months;
create function rebuild_conversion_sums() returns void language sql as $$
  select rebuild_conversion_months();
  select add_conversion_years();
$$;
