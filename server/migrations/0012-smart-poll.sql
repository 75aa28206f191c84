-- Smart poll: asks an ad network's status URL about clicks whose postback may be lost.
create table smart_poll_offers (
  offer_id text primary key references offers (id),
  event_ids bigint[] not null,
  fed_until timestamptz not null
);
comment on table smart_poll_offers is 'How far the clicks of an offer with a status URL are in the queue, and for which events.';

-- Apart from clicks, so that tracking links and postbacks do not pay for it. A click that was never polled is queued by its
-- age, a click that was polled goes to the end.
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
  -- Of a scheduled run: unique, so that only one instance starts it.
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
  -- By the database's clock. A run whose lease has expired has lost its instance.
  lease_until timestamptz not null,
  finished_at timestamptz,
  check ((kind = 'schedule') = (slot is not null)),
  check ((status = 'running') = (finished_at is null))
);
comment on table smart_poll_runs is 'Each run of the smart poll. One at a time.';

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
comment on table smart_polls is 'The question of a run about a click, and the answer.';

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
