-- The server may connect as a role that does not own the tables (docs/decisions/0445-database-roles-and-the-lock.md). The functions below
-- run with the owner's privileges, so each has a fixed search_path and takes no SQL text.

-- Monthly partitions. The fill factor is a number now: the former parameter was a piece of SQL.
drop function ensure_monthly_partitions(text, date, integer, text);
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
alter function drop_monthly_partitions(text, timestamptz) security definer set search_path = public, pg_temp;

-- Postings move the wallets. The server's role cannot change a balance in any other way.
alter function check_new_postings() security definer set search_path = public, pg_temp;

-- Gives a role what the server needs, and nothing else. Runs after every migration. A table that refuses every update or
-- delete by a trigger gets no such privilege, so a new append-only table needs no line here.
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
  -- To lock a row needs the privilege to update a column of it. A trigger refuses that update itself.
  execute format('grant insert (user_id), update (user_id) on wallets to %I', server);
  execute format('grant usage on all sequences in schema public to %I', server);
  execute format('grant select, insert, update, delete on all tables in schema jobs to %I', server);
  execute format('grant usage on all sequences in schema jobs to %I', server);
  for routine in select oid from pg_proc where pronamespace = 'public'::regnamespace and prosecdef loop
    execute format('revoke all on function %s from public', routine);
    execute format('grant execute on function %s to %I', routine, server);
  end loop;
end $$;
