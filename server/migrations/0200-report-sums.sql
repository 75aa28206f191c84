-- The hourly sums once more without their offers: a report over all offers reads a few rows for each hour instead of
-- thousands. Kept by the database itself, so that no way of writing the sums can forget it.
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
insert into conversion_hours
select hour, event_key, source, status, sum(conversions), sum(user_payout_paise), sum(total_payout_paise), sum(coins)
from conversion_rollups group by hour, event_key, source, status;

create function add_conversion_hours() returns trigger language plpgsql as $$
begin
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
create trigger conversion_rollups_added after insert on conversion_rollups referencing new table as new_rows
  for each statement execute function add_conversion_hours();

create function change_conversion_hours() returns trigger language plpgsql as $$
begin
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

-- In which hours one offer, or one event, has conversions.
create index conversion_rollups_offer on conversion_rollups (offer_id, hour desc);
create index conversion_rollups_event on conversion_rollups (event_key, hour desc);

-- The rows of one offer, and of what is rare among the millions: what no postback brought, what was not approved.
create index conversions_offer on conversions (offer_id, created_at desc, id desc);
create index conversions_other_sources on conversions (created_at desc, id desc) where source <> 'postback';
create index conversions_not_approved on conversions (created_at desc, id desc) where status <> 'approved';
