-- Refuses a change after which no active owner is left: roles, settings and administrators could never be changed again.
create or replace function keep_an_owner() returns trigger language plpgsql as $$
begin
  if exists (select from admins) and not exists (select from admins where role = 'owner' and disabled_at is null) then
    raise exception 'at least one active owner must remain' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create or replace trigger admins_keep_an_owner after update of role, disabled_at or delete on admins
  for each statement execute function keep_an_owner();
