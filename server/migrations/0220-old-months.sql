-- The opposite of ensure_monthly_partitions: takes out the months of a table that ended at or before an instant, at once and
-- without a trace in the others. It does not wait long for whoever reads or writes the table: the next call tries again.
create function drop_monthly_partitions(parent text, before timestamptz) returns text[] language plpgsql
  set lock_timeout = '2s' as $$
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
