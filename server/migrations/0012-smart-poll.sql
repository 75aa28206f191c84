-- Smart poll: asks an ad network's status URL about clicks whose postback may be lost.
create table smart_poll_offers (
  offer_id text primary key references offers (id),
  event_ids bigint[] not null,
  fed_until timestamptz not null
);
comment on table smart_poll_offers is 'Per offer with a status URL: its events, and the time up to which its clicks are enqueued.';

-- Separate from clicks, so that tracking links and postbacks stay fast.
-- Clicks that were never polled are ordered by age. A polled click moves to the end.
create table smart_poll_queue (
  click_id text primary key,
  offer_id text not null,
  click_created_at timestamptz not null,
  last_polled_at timestamptz,
  queued_at timestamptz not null generated always as (coalesce(last_polled_at, click_created_at)) stored
);
comment on table smart_poll_queue is 'Clicks that may have a pending event.';

create table smart_poll_runs (
  id text primary key,
  kind text not null check (kind in ('schedule', 'manual', 'force', 'cron')),
  -- Unique, so that only one instance starts the scheduled run. Null for a run on demand.
  slot timestamptz unique,
  status text not null check (status in ('running', 'completed', 'failed', 'interrupted')),
  started_by text not null,
  clicks integer not null default 0,
  asked integer not null default 0,
  failed integer not null default 0,
  events integer not null default 0,
  recovered integer not null default 0,
  coins bigint not null default 0,
  message text,
  started_at timestamptz not null,
  -- In the database's clock. An expired lease means that the instance has died.
  lease_until timestamptz not null,
  finished_at timestamptz,
  check ((kind = 'schedule') = (slot is not null)),
  check ((status = 'running') = (finished_at is null))
);
comment on table smart_poll_runs is 'Runs of the smart poll, one at a time.';

create table smart_polls (
  id text primary key,
  run_id text not null references smart_poll_runs (id) on delete cascade,
  click_id text not null,
  offer_id text not null,
  offer_title text not null,
  url text not null,
  http_status integer,
  ms integer not null,
  outcome text not null,
  detail text,
  answer text,
  events jsonb not null default '[]',
  asked_at timestamptz not null
);
comment on table smart_polls is 'One poll of a click: request and answer.';

create table smart_poll_state (
  only_row boolean primary key default true check (only_row),
  run_count bigint not null default 0,
  error_count bigint not null default 0,
  last_run_at timestamptz,
  last_error_message text,
  last_error_at timestamptz
);
comment on table smart_poll_state is 'One row: counters and the last error. They outlive the deleted runs.';
insert into smart_poll_state default values;

create index smart_poll_queue_order on smart_poll_queue (offer_id, queued_at, click_id) include (click_created_at);
create unique index smart_poll_runs_one_at_a_time on smart_poll_runs ((true)) where status = 'running';
create index smart_poll_runs_newest on smart_poll_runs (started_at desc, id desc);
create index smart_polls_run on smart_polls (run_id);
create index smart_polls_click on smart_polls (click_id, asked_at desc);
