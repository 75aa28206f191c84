-- What a coin is worth, stored when a server first starts on these books (decision 0411).
create table books (
  only_row boolean primary key default true check (only_row),
  coins_per_rupee integer not null check (coins_per_rupee > 0),
  since timestamptz not null
);

-- A server that still works with the previous worth may not credit coins.
create function refuse_other_coins_per_rupee(assumed integer) returns void language plpgsql as $$
begin
  if exists (select from books where coins_per_rupee <> assumed) then
    raise exception 'COINS_PER_RUPEE was changed: restart this server' using errcode = 'object_not_in_prerequisite_state';
  end if;
end $$;
