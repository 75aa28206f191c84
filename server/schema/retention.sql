-- Deletes audit entries before an instant. None is younger than a year.
create or replace function purge_audit(until timestamptz) returns bigint language plpgsql
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

-- Drops one monthly partition, if it ended long enough ago: the least ages of the settings, as in config.ts. Waits at
-- most 2 s for a lock; the next run retries.
create or replace function drop_monthly_partition(parent text, month date) returns void language plpgsql
  security definer set lock_timeout = '2s' set search_path = public, pg_temp as $$
declare
  least_age interval := case parent when 'postback_log' then interval '90 days' when 'postback_attempts' then interval '7 days' end;
begin
  if least_age is null then
    raise exception 'months of % are kept', parent using errcode = 'restrict_violation';
  end if;
  if (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC' > now() - least_age then
    raise exception 'a month of % is kept for % after its end', parent, least_age using errcode = 'restrict_violation';
  end if;
  execute format('drop table %I', parent || to_char(month, '"_y"YYYY"m"MM'));
end $$;
