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
