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

comment on table schema_migrations is 'The applied migrations, with the SHA-256 of each file.';

-- The audit log is read newest first: all, by actor, by action, by both, or by record. Each has its index.
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_action on audit_log (action, at desc, id desc);
create index audit_log_actor_action on audit_log (actor_id, action, at desc, id desc);
create index audit_log_record on audit_log (entity_id, entity_type, at desc, id desc);
create index idempotency_keys_age on idempotency_keys (created_at);
create index rate_limit_windows_end on rate_limit_windows (window_ends_at);

-- Trigger function for append-only tables and final rows.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

create function refuse_delete() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are kept', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();

-- Returns each letter and each pair of letters: a trigram index needs at least three.
create function letters_and_pairs(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(
    select distinct part collate "C"
    from unnest(string_to_array(words, null), (string_to_array(words, null))[2:]) pair (letter, next)
    cross join lateral (values (letter), (letter || next)) parts (part)
    where part is not null
  )
$$;

-- The server may connect as a role that does not own the tables.
-- A `security definer` function runs as the owner, so it has a fixed search_path and takes no SQL text.

-- Creates the monthly partitions `parent_yYYYYmMM` from `first` for `months` months. Months are UTC.
create function ensure_monthly_partitions(parent text, first date, months integer, fill_factor integer default 100)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  start date := date_trunc('month', first)::date;
begin
  for i in 0 .. months - 1 loop
    execute format(
      'create table if not exists %I partition of %I for values from (%L) to (%L) with (fillfactor = %s)',
      parent || to_char(start, '"_y"YYYY"m"MM'), parent,
      to_char(start, 'YYYY-MM-DD') || ' 00:00:00+00', to_char(start + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00', fill_factor);
    start := (start + interval '1 month')::date;
  end loop;
end $$;

-- Drops the monthly partitions that ended by an instant. Waits at most 2 s for a lock; the next call retries.
create function drop_monthly_partitions(parent text, before timestamptz) returns text[] language plpgsql
  security definer set lock_timeout = '2s' set search_path = public, pg_temp as $$
declare
  month text;
  dropped text[] := '{}';
begin
  for month in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass and c.relname ~ ('^' || parent || '_y\d{4}m\d{2}$')
      and (to_date(right(c.relname, 8), '"y"YYYY"m"MM') + interval '1 month') at time zone 'UTC' <= before
    order by 1
  loop
    execute format('drop table %I', month);
    dropped := dropped || month;
  end loop;
  return dropped;
end $$;

-- Grants a role only what the server needs. Runs after every migration.
-- A new append-only table needs no line here: privileges that its triggers refuse are not granted.
create function grant_server_role(server name) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  relation regclass;
  may_update boolean;
  may_delete boolean;
  routine regprocedure;
begin
  execute format('revoke create, temporary on database %I from public', current_database());
  execute format('grant connect on database %I to %I', current_database(), server);
  execute format('grant usage on schema public, jobs to %I', server);
  execute format('revoke all on all tables in schema public from %I', server);
  execute format('grant select on all tables in schema public to %I', server);
  for relation, may_update, may_delete in
    select c.oid, coalesce(bool_and(t.tgtype & 16 = 0), true), coalesce(bool_and(t.tgtype & 8 = 0), true)
    from pg_class c left join pg_trigger t on t.tgrelid = c.oid and t.tgqual is null and t.tgattr = ''
      and t.tgfoid in ('refuse_change'::regproc, 'refuse_delete'::regproc) and t.tgtype & 1 = 1
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid
  loop
    execute format('grant insert%s%s on %s to %I', case when may_update then ', update' end,
      case when may_delete then ', delete' end, relation, server);
  end loop;
  -- A correction explains a journal without a cause, so only the owner's command may write one.
  execute format('revoke insert, update, delete on schema_migrations, legal_transitions, wallets, ledger_corrections from %I', server);
  -- Locking a row needs the privilege to update one of its columns. A trigger refuses the update itself.
  execute format('grant insert (user_id), update (user_id) on wallets to %I', server);
  execute format('grant usage on all sequences in schema public to %I', server);
  execute format('grant select, insert, update, delete on all tables in schema jobs to %I', server);
  execute format('grant usage on all sequences in schema jobs to %I', server);
  for routine in select oid from pg_proc where pronamespace = 'public'::regnamespace and prosecdef loop
    execute format('revoke all on function %s from public', routine);
    execute format('grant execute on function %s to %I', routine, server);
  end loop;
end $$;
