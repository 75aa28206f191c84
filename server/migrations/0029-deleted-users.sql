-- Retries the caller's transaction if one of these users was deleted meanwhile, so that a deleted user gets no coins.
-- Both lock the wallet, so the later one sees the earlier.
create function refuse_deleted_users(user_ids bigint[]) returns void language plpgsql as $$
begin
  if exists (select from users where id = any (user_ids) and deleted_at is not null) then
    raise exception 'a user was deleted while coins were credited' using errcode = 'serialization_failure';
  end if;
end $$;
