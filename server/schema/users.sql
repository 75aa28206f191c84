-- Counts the active users.
create or replace function count_users() returns trigger language plpgsql as $$
declare
  added bigint;
begin
  if tg_op = 'INSERT' then
    added := (select count(*) from new_rows where deleted_at is null);
  else
    added := -(select count(*) from old_rows o join new_rows n using (id) where o.deleted_at is null and n.deleted_at is not null);
  end if;
  update counters set value = value + added where name = 'users' and added <> 0;
  return null;
end $$;

create or replace trigger users_counted after insert on users referencing new table as new_rows
  for each statement execute function count_users();

create or replace trigger users_deleted after update on users referencing old table as old_rows new table as new_rows
  for each statement execute function count_users();

-- Retries the caller's transaction if one of these users was deleted meanwhile, so that a deleted user gets no coins.
-- Both lock the wallet, so the later one sees the earlier.
create or replace function refuse_deleted_users(user_ids bigint[]) returns void language plpgsql as $$
begin
  if exists (select from users where id = any (user_ids) and deleted_at is not null) then
    raise exception 'a user was deleted while coins were credited' using errcode = 'serialization_failure';
  end if;
end $$;
-- The consumer app can change a user's name and email: the searches of open problems and claims find the new name. A decided claim keeps its text.
create or replace function follow_contact() returns trigger language plpgsql as $$
begin
  update problems p set search_text = lower(concat_ws(' ', p.id, p.title, p.description, new.uid, new.name, new.email))
  where p.user_id = new.id;
  update offer_claims c set search_text = lower(concat_ws(' ', c.offer_title, c.offer_id, c.id, new.uid, new.name))
  where c.user_id = new.id and c.status = 'pending';
  return null;
end $$;

create or replace trigger users_contact after update of name, email on users for each row
  when ((old.name, old.email) is distinct from (new.name, new.email)) execute function follow_contact();
