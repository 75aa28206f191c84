-- Trigger function for append-only tables and final rows.
-- The server's role may neither update nor delete these rows itself: only an erasure overwrites copies of a person, and
-- purge_audit deletes old audit entries. docs/decisions/data-lifecycle.md says why.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  personal text[] := case tg_table_name when 'audit_log' then '{before,after}' when 'offer_claims' then '{search_text,reason}'
    when 'manual_payments' then '{user_name,user_email,search_text}' when 'journals' then '{reason}'
    when 'ledger_corrections' then '{reason}' when 'conversion_reversals' then '{reason}' else '{}' end;
begin
  if tg_op = 'UPDATE' and personal <> '{}' and current_setting('muneem.erasing', true) = 'on' then
    if to_jsonb(old) - personal = to_jsonb(new) - personal then
      return new;
    end if;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'audit_log' and current_setting('muneem.purging', true) = 'on' then
    if old.at < now() - interval '365 days' then
      return old;
    end if;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

-- Trigger function for rows that are kept.
create or replace function refuse_delete() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are kept', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();

create or replace trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();

-- Gives the transaction its number before its entries get theirs. The audit stream relies on this order to find out up to
-- which entry the log is final: docs/decisions/audit-stream.md.
create or replace function take_transaction_number() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;

create or replace trigger audit_log_numbered before insert on audit_log for each statement execute function take_transaction_number();

-- The server may connect as a role that does not own the tables.
-- A `security definer` function runs as the owner, so it has a fixed search_path and takes no SQL text.

-- Creates the monthly partitions `parent_yYYYYmMM` from `first` for `months` months. Months are UTC.
create or replace function ensure_monthly_partitions(parent text, first date, months integer, fill_factor integer default 100)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  start date := date_trunc('month', first)::date;
begin
  -- `if not exists` does not see a partition that another server is creating.
  perform pg_advisory_xact_lock(hashtext('ensure_monthly_partitions'));
  for i in 0 .. months - 1 loop
    execute format(
      'create table if not exists %I partition of %I for values from (%L) to (%L) with (fillfactor = %s)',
      parent || to_char(start, '"_y"YYYY"m"MM'), parent,
      to_char(start, 'YYYY-MM-DD') || ' 00:00:00+00', to_char(start + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00', fill_factor);
    start := (start + interval '1 month')::date;
  end loop;
end $$;

-- Grants a role only what the server needs. Runs after every migration.
-- A new append-only table needs no line here: privileges that its triggers refuse are not granted.
create or replace function grant_server_role(server name) returns void language plpgsql set search_path = public, pg_temp as $$
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
  execute format('revoke insert, update, delete on schema_migrations, schema_code, legal_transitions, wallets, ledger_corrections from %I', server);
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
