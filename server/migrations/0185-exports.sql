-- Files that are being taken out, or were in the last days: how far each is. Who took what out is in the audit log.
create table exports (
  id uuid primary key,
  admin_id text not null,
  kind text not null,
  format text not null check (format in ('csv', 'xlsx')),
  status text not null default 'running' check (status in ('running', 'done', 'cancelled', 'failed')),
  -- How many rows there were when it began; more or fewer may be written.
  total bigint not null,
  written bigint not null default 0,
  started_at timestamptz not null,
  -- While it runs the writer says every second that it is alive.
  seen_at timestamptz not null,
  ended_at timestamptz
);
create index exports_age on exports (started_at);
create index exports_running on exports (admin_id) where status = 'running';
