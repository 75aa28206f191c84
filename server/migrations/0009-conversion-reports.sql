-- Sums for the reports. A transaction that changes conversions adds its differences to conversion_changes. A job moves them
-- into the sums, and a report reads both in one statement, so it is exact at every moment.

create table conversion_changes (
  -- The day of the conversion in Asia/Kolkata, like 20261121.
  day integer not null,
  offer_id text not null,
  event_key text not null,
  source text not null,
  status text not null,
  -- City, state, country. Unknown parts are empty. Null: the city is unknown.
  city text,
  -- The measures: what the conversions add. Negative when they leave a status.
  conversions bigint not null default 0,
  total_payout_paise bigint not null default 0,
  coins bigint not null default 0,
  revenue_paise bigint not null default 0,
  -- Conversions whose revenue is unknown.
  unpriced bigint not null default 0,
  clicks bigint not null default 0,
  -- Clicks whose uid belongs to no user.
  unknown_users bigint not null default 0,
  -- Conversions by the time since their click. `later`: more than seven days.
  within10s bigint not null default 0,
  within30s bigint not null default 0,
  within1m bigint not null default 0,
  within5m bigint not null default 0,
  within15m bigint not null default 0,
  within1h bigint not null default 0,
  within6h bigint not null default 0,
  within24h bigint not null default 0,
  within7d bigint not null default 0,
  later bigint not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);
comment on table conversion_changes is 'Differences that wait to be moved into the sums. The job empties it, so vacuum starts after a fixed number of rows.';

create table conversion_sums (
  -- A day (20261121), a month (202611), or 0 for all time.
  period integer not null,
  -- Empty: all events.
  event_key text collate "C" not null,
  -- Empty: all offers.
  offer_id text collate "C" not null,
  source text collate "C" not null,
  status text collate "C" not null,
  conversions bigint, total_payout_paise bigint, coins bigint, revenue_paise bigint, unpriced bigint, clicks bigint, unknown_users bigint,
  within10s bigint, within30s bigint, within1m bigint, within5m bigint, within15m bigint, within1h bigint, within6h bigint, within24h bigint, within7d bigint, later bigint,
  primary key (period, event_key, offer_id, source, status)
) with (fillfactor = 80);
comment on table conversion_sums is 'Sums by period, event and offer. A measure is null where it is 0.';

create table conversion_city_sums (
  period integer not null,
  -- An offer has sums by event only: most of them count one conversion.
  offer_id text collate "C" not null,
  city text collate "C" not null,
  event_key text collate "C" not null,
  source text collate "C" not null,
  status text collate "C" not null,
  conversions bigint, total_payout_paise bigint, coins bigint, revenue_paise bigint, unpriced bigint, clicks bigint, unknown_users bigint,
  within10s bigint, within30s bigint, within1m bigint, within5m bigint, within15m bigint, within1h bigint, within6h bigint, within24h bigint, within7d bigint, later bigint,
  primary key (period, offer_id, city, event_key, source, status)
) with (fillfactor = 80);
comment on table conversion_city_sums is 'Sums by period, offer and city. Conversions without a known city are in conversion_sums only.';

create index conversion_city_sums_city on conversion_city_sums (city, period);
