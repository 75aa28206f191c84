-- The engine of the outbound postbacks: what it needs to know of a postback, one row for each try, and its counters.
alter table custom_postbacks
  add column body_template text not null default '',
  -- scheme://host:port, what is limited and rests together.
  add column target text,
  add column total_ms bigint not null default 0,
  add column last_fired_at timestamptz,
  add column paused_reason text,
  add column paused_at timestamptz,
  add column version integer not null default 1;
update custom_postbacks set target = lower(substring(postback_url from '^[A-Za-z]+://[^/?#]+'));
create index custom_postbacks_active on custom_postbacks (priority, id) where status = 'active' and deleted_at is null;

-- `next_attempt_at` is the one time at which a delivery may be taken: when it is due, or, while it is being sent, when
-- whoever took it is given up for dead. `claims` says whose result counts. `attempts` are those of this round, a resend
-- begins a new one; `attempts_total` numbers them all.
drop index postback_deliveries_due;
alter table postback_deliveries
  drop column claimed_until,
  add column claims integer not null default 0,
  add column attempts_total integer not null default 0,
  add column last_status integer,
  add column last_error text,
  add column last_ms integer;
create index postback_deliveries_lane on postback_deliveries (custom_postback_id, next_attempt_at, id)
  where status in ('waiting', 'sending');
create index postback_deliveries_failed on postback_deliveries (custom_postback_id, conversion_id)
  where status = 'exhausted';
-- A queue's rows change twice and are never read again: what they leave behind is cleared away early.
alter table postback_deliveries set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

-- One row for each try, written with the counters that count it.
create table postback_attempts (
  delivery_id bigint not null,
  number integer not null,
  custom_postback_id text not null,
  started_at timestamptz not null,
  method text not null,
  url text not null,
  success boolean not null,
  status integer,
  ms integer not null,
  error text,
  detail text,
  response text not null default ''
) partition by range (started_at);
create index postback_attempts_delivery on postback_attempts (delivery_id);
create table postback_attempts_default partition of postback_attempts default;
select ensure_monthly_partitions('postback_attempts', current_date - 31, 5);

-- Sums by the day of Asia/Kolkata, of the same transaction.
create table custom_postback_days (
  custom_postback_id text not null references custom_postbacks (id),
  day date not null,
  fired bigint not null default 0,
  successes bigint not null default 0,
  errors bigint not null default 0,
  total_ms bigint not null default 0,
  primary key (custom_postback_id, day)
);

-- A target that failed too often: left alone until `open_until`, then asked one call at a time until one succeeds.
create table custom_postback_targets (
  target text primary key,
  open_until timestamptz not null
);
