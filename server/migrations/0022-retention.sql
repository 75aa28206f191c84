-- Retention of the audit log: whole months, archived first. docs/decisions/data-lifecycle.md says why.

-- Like before, and lets purge_audit delete. The server's role has no privilege to delete from audit_log.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  personal text[] := case tg_table_name when 'audit_log' then '{before,after}' when 'offer_claims' then '{search_text}'
    when 'manual_payments' then '{user_name,user_email,search_text}' else '{}' end;
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

-- Deletes audit entries before an instant. None is younger than a year.
create function purge_audit(until timestamptz) returns bigint language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  n bigint;
begin
  perform set_config('muneem.purging', 'on', true);
  delete from audit_log where at < until;
  get diagnostics n = row_count;
  perform set_config('muneem.purging', 'off', true);
  return n;
end $$;

-- Drops one monthly partition. Waits at most 2 s for a lock; the next run retries.
create function drop_monthly_partition(parent text, month date) returns void language plpgsql
  security definer set lock_timeout = '2s' set search_path = public, pg_temp as $$
begin
  if parent not in ('postback_log', 'postback_attempts') then
    raise exception 'months of % are kept', parent using errcode = 'restrict_violation';
  end if;
  execute format('drop table %I', parent || to_char(month, '"_y"YYYY"m"MM'));
end $$;
