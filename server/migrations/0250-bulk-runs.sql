-- Work on everything that matched a filter when a person asked: a fixed list, decided one after another in the background.
create table bulk_runs (
  id text primary key,
  kind text not null check (kind in ('withdrawals.approve', 'withdrawals.reject', 'clicks.pay')),
  status text not null default 'prepared' check (status in ('prepared', 'running', 'done', 'cancelled', 'stopped')),
  admin_id text not null,
  -- Who acts in it: {kind, id, name, ip, requestId} of the start.
  actor jsonb not null,
  filter jsonb not null,
  is_cut_short boolean not null,
  item_count int not null,
  user_count int not null,
  coins bigint not null,
  amount_paise bigint,
  admin_reason text,
  stop_reason text,
  -- Results so far; the last one has this number.
  decided int not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
-- One at a time for each administrator.
create unique index bulk_runs_running on bulk_runs (admin_id) where status = 'running';
create index bulk_runs_age on bulk_runs (created_at);

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
create index bulk_run_items_left on bulk_run_items (run_id, position) where outcome is null;
create unique index bulk_run_items_results on bulk_run_items (run_id, number) where number is not null;
