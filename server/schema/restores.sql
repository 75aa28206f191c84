-- Only the owner's commands mark and confirm a copy: the server's role is refused.
create or replace function refuse_server() returns trigger language plpgsql as $$
begin
  if not pg_has_role((select relowner from pg_class where oid = tg_relid), 'usage') then
    raise exception 'permission denied: only the owner changes %', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

create or replace trigger restores_by_owner before insert or update or delete on restores for each statement execute function refuse_server();

-- Marks this database as a restored copy. The restore calls it before any server starts on the copy.
create or replace function mark_restored(moment timestamptz) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  insert into restores (restored_to) values (moment);
  -- The original may have sent these after the restored second: they are looked up, never sent.
  update payout_attempts set status = 'sending', sending_at = created_at, next_call_at = now() where status = 'created';
  -- It would approve withdrawals that the original has paid.
  update settings set auto_payout_enabled = false, version = version + 1 where auto_payout_enabled;
  -- The original may have ended these after the restored second.
  update admin_sessions set ended_at = now(), ended_by = 'operator' where ended_at is null;
  update password_resets set used_at = now() where used_at is null;
  update admin_invitations set withdrawn_at = now() where used_at is null and withdrawn_at is null;
  delete from sign_in_challenges;
  update cache_versions set version = version + 1;
  insert into audit_log (actor_kind, actor_id, actor_name, action, entity_type, entity_id, after)
  values ('system', 'restore', 'Restore', 'database.restore', 'database', 'database', jsonb_build_object('restoredTo', moment));
end $$;
