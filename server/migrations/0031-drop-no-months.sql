-- Only servers of 1.0.0 still call this. It dropped months of any table, conversions too, so now it drops none.
-- Version 1.2.0 may drop the function: `fine since 1.1.0`.
create or replace function drop_monthly_partitions(parent text, before timestamptz) returns text[] language sql immutable
  as $$ select '{}'::text[] $$;
