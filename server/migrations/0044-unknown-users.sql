-- Clicks per offer and day, to see tracking links whose uid belongs to no user.
create table click_days (
  -- Asia/Kolkata.
  day date not null,
  offer_id text not null,
  -- Each connection adds to its own row, so that batches of one offer do not wait for each other.
  shard smallint not null,
  clicks bigint not null,
  unknown_users bigint not null,
  primary key (offer_id, day, shard)
) with (fillfactor = 50);
comment on table click_days is 'Counts clicks per offer and day, written with the clicks. Kept for 30 days.';
create index click_days_day on click_days (day);
