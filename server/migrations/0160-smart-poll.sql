-- How far the clicks of an offer with a status URL have been put into the queue, and for which events.
create table smart_poll_offers (
  offer_id text primary key references offers (id),
  event_keys text[] not null,
  fed_until timestamptz not null
);

-- Clicks that may have a pending event. Beside clicks, not in it: the tracking link and postbacks pay nothing for it.
-- A click that was never asked about stands where its age puts it, one that was just asked about at the end.
create table smart_poll_queue (
  click_id text primary key,
  click_created_at timestamptz not null,
  offer_id text not null,
  last_polled_at timestamptz,
  queued_at timestamptz not null generated always as (coalesce(last_polled_at, click_created_at)) stored
);
create index smart_poll_queue_order on smart_poll_queue (offer_id, queued_at, click_id) include (click_created_at);

-- Each run. `slot` makes a scheduled run happen once in the cluster, the index below it that there is one run at a time.
-- A run whose lease is over (by the database's clock) has lost its server.
create table smart_poll_runs (
  id text primary key,
  kind text not null check (kind in ('schedule', 'manual', 'force', 'cron')),
  slot timestamptz unique,
  status text not null check (status in ('running', 'completed', 'failed', 'interrupted')),
  started_at timestamptz not null,
  finished_at timestamptz,
  lease_until timestamptz not null,
  started_by text not null,
  clicks integer not null default 0,
  asked integer not null default 0,
  failed integer not null default 0,
  events integer not null default 0,
  recovered integer not null default 0,
  coins bigint not null default 0,
  message text,
  check ((kind = 'schedule') = (slot is not null)),
  check ((status = 'running') = (finished_at is null))
);
create unique index smart_poll_runs_one_at_a_time on smart_poll_runs ((true)) where status = 'running';
create index smart_poll_runs_newest on smart_poll_runs (started_at desc, id desc);

-- What a run asked about a click, and what came back.
create table smart_polls (
  id text primary key,
  run_id text not null references smart_poll_runs (id) on delete cascade,
  click_id text not null,
  offer_id text not null,
  offer_title text not null,
  asked_at timestamptz not null,
  url text not null,
  http_status integer,
  ms integer not null,
  outcome text not null,
  detail text,
  answer text,
  events jsonb not null default '[]'
);
create index smart_polls_run on smart_polls (run_id);
create index smart_polls_click on smart_polls (click_id, asked_at desc);

-- What outlives the history.
create table smart_poll_state (
  only_row boolean primary key default true check (only_row),
  run_count bigint not null default 0,
  error_count bigint not null default 0,
  last_run_at timestamptz,
  last_error_message text,
  last_error_at timestamptz
);
insert into smart_poll_state default values;
