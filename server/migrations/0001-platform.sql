-- Platform: used by every feature, owned by none.
create extension if not exists pg_trgm;

create table audit_log (
  id bigint generated always as identity primary key,
  actor_kind text not null check (actor_kind in ('admin', 'system', 'platform', 'anonymous')),
  actor_id text not null,
  actor_name text not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  ip inet,
  request_id text,
  at timestamptz not null default now()
);
comment on table audit_log is 'Changes of records: actor, action, record, time and source. Written in the transaction of the change itself. Append-only.';

create table audit_stream (
  only_row boolean primary key default true check (only_row),
  sent_id bigint not null default 0,
  claims bigint not null default 0,
  failures integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default '-infinity'
);
comment on table audit_stream is 'One row: how far the audit log was sent to AUDIT_STREAM_URL. next_attempt_at is the next due time, or the end of the lease of the server that sends.';
insert into audit_stream default values;

create table cache_versions (
  topic text primary key,
  version bigint not null default 1
);
comment on table cache_versions is 'The current version of each cache. An instance reloads its cache when the version rises.';
insert into cache_versions (topic) values ('offers'), ('settings'), ('custom_postbacks');

create table counters (
  name text primary key,
  value bigint not null default 0
);
comment on table counters is 'Totals that would be slow to count.';

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
comment on table idempotency_keys is 'Stored answers of requests with an Idempotency-Key, for retries.';

create table rate_limit_windows (
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null
);
comment on table rate_limit_windows is 'Attempts per fixed window, shared by all instances: sign-in, codes, password resets.';

create table schema_code (
  only_row boolean primary key default true check (only_row),
  hash text not null,
  version text not null,
  applied_at timestamptz not null default now()
);
comment on table schema_code is 'One row: the SHA-256 of the applied files of server/schema, and the version of Muneem that applied them.';

comment on table schema_migrations is 'The applied migrations: the SHA-256 of each file, and the version of Muneem that applied it.';

-- The audit log is read newest first: all, by actor, by action, by both, or by record. Each has its index.
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_action on audit_log (action, at desc, id desc);
create index audit_log_actor_action on audit_log (actor_id, action, at desc, id desc);
create index audit_log_record on audit_log (entity_id, entity_type, at desc, id desc);
create index idempotency_keys_age on idempotency_keys (created_at);
create index rate_limit_windows_end on rate_limit_windows (window_ends_at);
