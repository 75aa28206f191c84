-- As before. A change of COINS_PER_RUPEE waits for the credits at the previous value and blocks new ones, by this lock.
create or replace function refuse_other_coins_per_rupee(assumed integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('coins-per-rupee', 0));
  if exists (select from books where coins_per_rupee <> assumed) then
    raise exception 'COINS_PER_RUPEE was changed: restart this server' using errcode = 'object_not_in_prerequisite_state';
  end if;
end $$;
