create extension if not exists pg_trgm;

-- Refuses every change of a row in a table that only grows.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

-- Who did what, to which record, when and from where. Written in the transaction of the change itself.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('admin', 'system', 'platform', 'anonymous')),
  actor_id text not null,
  actor_name text not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  ip inet,
  request_id text
);
create index audit_log_entity on audit_log (entity_type, entity_id, id desc);
create index audit_log_at on audit_log (at desc);
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();

-- Fixed windows of attempts, shared by every node: sign-in, codes, forgotten passwords.
create table rate_limit_windows (
  key text primary key,
  window_ends_at timestamptz not null,
  attempts integer not null
);
create index rate_limit_windows_end on rate_limit_windows (window_ends_at);

-- The stored answer of a request that may be sent again (Idempotency-Key).
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- What every node keeps in memory (offers, settings) and which version of it is current.
create table cache_versions (
  topic text primary key,
  version bigint not null default 1
);
insert into cache_versions (topic) values ('offers'), ('settings'), ('custom_postbacks');

-- Totals that would be slow to count.
create table counters (
  name text primary key,
  value bigint not null default 0
);

-- Makes the monthly partitions of a table, `parent_yYYYYmMM`, from `first` for `months` months. Months are UTC.
-- `storage`: how their pages are kept, `with (fillfactor = 80)`.
create function ensure_monthly_partitions(parent text, first date, months integer, storage text default '') returns void language plpgsql as $$
declare
  start date := date_trunc('month', first)::date;
begin
  for i in 0 .. months - 1 loop
    execute format(
      'create table if not exists %I partition of %I for values from (%L) to (%L) ' || storage,
      parent || to_char(start, '"_y"YYYY"m"MM'), parent,
      to_char(start, 'YYYY-MM-DD') || ' 00:00:00+00', to_char(start + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
    start := (start + interval '1 month')::date;
  end loop;
end $$;
