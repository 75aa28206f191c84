-- Custom postbacks: approved conversions are reported to tracking companies.
create table custom_postbacks (
  id text primary key,
  offer_id text not null references offers (id),
  event_id bigint not null references offer_events (id),
  company_name text not null,
  company_id text not null,
  contact_email text,
  contact_person text,
  postback_url text not null,
  -- scheme://host:port of the URL: rate limits and pauses apply to it.
  target text,
  http_method text not null default 'GET' check (http_method in ('GET', 'POST')),
  body_template text not null default '',
  auth_type text not null default 'none' check (auth_type in ('none', 'bearer', 'basic', 'api_key')),
  auth_sealed text,
  priority integer not null default 1 check (priority between 1 and 10),
  retry_count integer not null default 3 check (retry_count between 0 and 10),
  timeout_ms integer not null default 10000 check (timeout_ms between 1000 and 60000),
  status text not null default 'inactive' check (status in ('active', 'inactive', 'testing')),
  paused_reason text,
  failures_in_row integer not null default 0,
  total_fired bigint not null default 0,
  success_count bigint not null default 0,
  error_count bigint not null default 0,
  total_ms bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_fired_at timestamptz,
  paused_at timestamptz,
  deleted_at timestamptz
);
comment on table custom_postbacks is 'Reports of approved conversions to tracking companies: one URL with macros per event.';

-- `next_attempt_at`: due time, or end of the lease while in flight. `claims`: identifies the current worker's result.
-- `attempts`: attempts of this round; a resend starts a new one. `attempts_total`: all attempts.
-- Rows change twice and are not read again, so vacuum runs early.
create table postback_deliveries (
  id bigint generated always as identity primary key,
  custom_postback_id text not null references custom_postbacks (id),
  conversion_id text not null,
  priority integer not null,
  status text not null default 'waiting' check (status in ('waiting', 'sending', 'delivered', 'exhausted')),
  macros jsonb not null,
  claims integer not null default 0,
  attempts integer not null default 0,
  attempts_total integer not null default 0,
  last_status integer,
  last_error text,
  last_ms integer,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (custom_postback_id, conversion_id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
comment on table postback_deliveries is 'The transactional outbox: written with the conversion, so that neither exists without the other.';

create table postback_attempts (
  delivery_id bigint not null,
  number integer not null,
  custom_postback_id text not null,
  method text not null,
  url text not null,
  success boolean not null,
  status integer,
  ms integer not null,
  error text,
  detail text,
  response text not null default '',
  started_at timestamptz not null
) partition by range (started_at);
comment on table postback_attempts is 'One row per attempt of a delivery, written with the counters that count it. Partitioned by month.';
create table postback_attempts_default partition of postback_attempts default;

create table custom_postback_days (
  custom_postback_id text not null references custom_postbacks (id),
  day date not null,
  fired bigint not null default 0,
  successes bigint not null default 0,
  errors bigint not null default 0,
  total_ms bigint not null default 0,
  primary key (custom_postback_id, day)
);
comment on table custom_postback_days is 'Sums of attempts by the day of Asia/Kolkata, written in the transaction of the attempts.';

create table custom_postback_targets (
  target text primary key,
  open_until timestamptz not null
);
comment on table custom_postback_targets is 'Targets that failed too often. After open_until, calls go out one at a time until one succeeds.';

create index custom_postbacks_offer on custom_postbacks (offer_id) where deleted_at is null;
create index custom_postbacks_active on custom_postbacks (priority, id) where status = 'active' and deleted_at is null;
-- The dashboard polls for failing custom postbacks. Almost none fails.
create index custom_postbacks_failing on custom_postbacks (failures_in_row desc) where failures_in_row > 0 and deleted_at is null;
create index postback_deliveries_lane on postback_deliveries (custom_postback_id, next_attempt_at, id)
  where status in ('waiting', 'sending');
create index postback_deliveries_failed on postback_deliveries (custom_postback_id, conversion_id) where status = 'exhausted';
create index postback_attempts_delivery on postback_attempts (delivery_id);
