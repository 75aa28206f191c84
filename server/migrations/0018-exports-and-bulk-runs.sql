-- Long-running work of an admin: file exports, and bulk runs over all matches of a filter.
create table exports (
  id uuid primary key,
  admin_id text not null,
  kind text not null,
  format text not null check (format in ('csv', 'xlsx')),
  status text not null default 'running' check (status in ('running', 'done', 'cancelled', 'failed')),
  -- Why the server cancelled it. Null: not cancelled, or cancelled by the caller.
  ended_because text check (ended_because in ('session_ended', 'not_taken')),
  -- Number of rows at the start; the file may differ. Null: not counted.
  total bigint,
  written bigint not null default 0,
  started_at timestamptz not null,
  -- Last heartbeat of the writer.
  seen_at timestamptz not null,
  ended_at timestamptz,
  constraint exports_reason_of_an_end check (ended_because is null or status = 'cancelled')
);
comment on table exports is 'Exports of the last days and their progress. The audit log keeps who exported what.';

create table bulk_runs (
  id text primary key,
  kind text not null check (kind in ('withdrawals.approve', 'withdrawals.reject', 'clicks.pay')),
  status text not null default 'prepared' check (status in ('prepared', 'running', 'done', 'cancelled', 'stopped')),
  admin_id text not null,
  -- The actor of its changes, from the start request: {kind, id, name, ip, requestId}.
  actor jsonb not null,
  filter jsonb not null,
  is_cut_short boolean not null,
  item_count int not null,
  user_count int not null,
  coins bigint not null,
  amount_paise bigint,
  admin_reason text,
  stop_reason text,
  -- Number of results so far.
  decided int not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
comment on table bulk_runs is 'Work on everything that matched a filter: a fixed list, decided item by item in the background.';

create table bulk_run_items (
  run_id text not null references bulk_runs (id) on delete cascade,
  position int not null,
  item_id text not null,
  uid text,
  label text not null,
  coins bigint not null,
  amount_paise bigint,
  number int,
  outcome text check (outcome in ('done', 'already', 'checking', 'failed', 'refused')),
  message text,
  primary key (run_id, position),
  unique (run_id, item_id),
  check ((number is null) = (outcome is null))
);
comment on table bulk_run_items is 'The items of a bulk run and their results.';

create index exports_age on exports (started_at);
create index exports_running on exports (admin_id) where status = 'running';
-- One running bulk run per administrator.
create unique index bulk_runs_running on bulk_runs (admin_id) where status = 'running';
create index bulk_runs_age on bulk_runs (created_at);
create index bulk_run_items_left on bulk_run_items (run_id, position) where outcome is null;
create unique index bulk_run_items_results on bulk_run_items (run_id, number) where number is not null;
