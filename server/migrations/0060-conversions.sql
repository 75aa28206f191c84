-- The one row per (click, event) that makes a conversion happen once. Not partitioned: uniqueness has to be global.
create table conversion_keys (
  click_id text not null,
  event_key text not null,
  conversion_id text not null,
  -- Of all a click's keys, those that count towards its completion.
  approved boolean not null,
  primary key (click_id, event_key)
);

-- The time in an id (`cnv_` and a ULID) is its created_at, so the primary key serves a look-up by id and the newest first.
create table conversions (
  id text not null,
  created_at timestamptz not null,
  click_id text not null,
  click_created_at timestamptz not null,
  offer_id text not null,
  offer_title text not null,
  event_id bigint,
  event_name text not null,
  event_key text not null,
  user_id bigint,
  source text not null check (source in ('postback', 'smart_poll', 'manual')),
  status text not null check (status in ('approved', 'pending', 'rejected', 'cutbacked')),
  reason text,
  user_payout_paise bigint not null default 0 check (user_payout_paise >= 0),
  referral_payout_paise bigint not null default 0 check (referral_payout_paise >= 0),
  total_payout_paise bigint not null generated always as (user_payout_paise + referral_payout_paise) stored,
  reward_coins bigint not null default 0 check (reward_coins >= 0),
  referral_coins bigint not null default 0 check (referral_coins >= 0),
  referrer_user_id bigint,
  click_ip inet,
  conversion_ip inet,
  city text,
  state text,
  country text,
  p1 text, p2 text, p3 text, p4 text, p5 text, p6 text,
  external_data jsonb,
  smart_poll_data jsonb,
  approved_at timestamptz,
  primary key (created_at, id)
) partition by range (created_at);
create index conversions_click on conversions (click_id);
create index conversions_user on conversions (user_id, created_at desc) where user_id is not null;
create table conversions_default partition of conversions default;
select ensure_monthly_partitions('conversions', current_date - 31, 5);

-- How many of an event's daily cap (day of Asia/Kolkata) are taken. Locked in id order.
create table event_day_counts (
  event_id bigint not null,
  day date not null,
  approved bigint not null default 0,
  primary key (event_id, day)
);
-- Lifetime count of an event's approved conversions is the sum over its days.

-- One rewarded conversion per offer, event and click address, where the offer asks for it (ipBlock).
create table conversion_addresses (
  offer_id text not null,
  event_key text not null,
  click_ip inet not null,
  conversion_id text not null,
  primary key (offer_id, event_key, click_ip)
);

-- Sums by the hour of Asia/Kolkata (which begins at half past in UTC), written in the transaction of the conversions they count. Statistics read only these.
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

-- What every inbound postback was and what became of it: the answer to "why was I not paid?".
create table postback_log (
  id text not null,
  received_at timestamptz not null,
  method text not null,
  url text not null,
  body text,
  ip inet,
  user_agent text,
  offer_id text,
  event_key text,
  click_id text,
  verdict text not null,
  http_status integer not null,
  detail text,
  conversion_id text,
  primary key (received_at, id)
) partition by range (received_at);
create index postback_log_click on postback_log (click_id) where click_id is not null;
create index postback_log_offer on postback_log (offer_id, received_at desc) where offer_id is not null;
create table postback_log_default partition of postback_log default;
select ensure_monthly_partitions('postback_log', current_date - 31, 5);
