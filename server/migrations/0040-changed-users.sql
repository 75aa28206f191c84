-- The consumer app can change a user's name, email and phone.

-- The searches of open problems and claims find the new name. A decided claim keeps its text.
create function follow_contact() returns trigger language plpgsql as $$
begin
  update problems p set search_text = lower(concat_ws(' ', p.id, p.title, p.description, new.uid, new.name, new.email))
  where p.user_id = new.id;
  update offer_claims c set search_text = lower(concat_ws(' ', c.offer_title, c.offer_id, c.id, new.uid, new.name))
  where c.user_id = new.id and c.status = 'pending';
  return null;
end $$;
create trigger users_contact after update of name, email on users for each row
  when ((old.name, old.email) is distinct from (new.name, new.email)) execute function follow_contact();

-- Like before, and knows the person's earlier names. Also deletes the answers that are kept for retries of a change.
create or replace function erase_mentions(person bigint) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  deleted_uid text := (select uid from users where id = person and deleted_at is not null);
  texts text := lower(concat_ws(' ',
    (select concat_ws(' ', name, email, phone) from users where id = person and deleted_at is not null),
    (select string_agg(concat_ws(' ', before ->> 'name', before ->> 'email', before ->> 'phone'), ' ') from audit_log
      where action = 'users.update' and entity_type = 'user' and entity_id = deleted_uid),
    (select string_agg(concat_ws(' ', upi_id, account_number), ' ') from withdrawals where user_id = person)));
begin
  delete from idempotency_keys where scope = 'platform:platform PATCH /api/platform/users/' || deleted_uid;
  update users f set used_referral_code = null from users u
  where u.id = person and u.deleted_at is not null and f.used_referral_code = u.referral_code;
  perform set_config('muneem.erasing', 'on', true);
  -- Only the host of a called URL stays, because a macro may be in its path.
  update postback_attempts a set url = coalesce(substring(a.url from '^[^/]*//[^/?#]*'), '')
  where a.delivery_id in (
    select d.id from conversions c join custom_postbacks p on p.offer_id = c.offer_id
    join postback_deliveries d on d.custom_postback_id = p.id and d.conversion_id = c.id where c.user_id = person);
  update bulk_runs set filter = filter || '{"search":"erased"}'
  where length(filter ->> 'search') > 2 and strpos(texts, lower(filter ->> 'search')) > 0;
  update audit_log set after = case when after ? 'search' then after || '{"search":"erased"}'
    else jsonb_set(after, '{filter,search}', '"erased"') end
  where action in ('users.export', 'bulk-runs.prepare') and length(coalesce(after ->> 'search', after #>> '{filter,search}')) > 2
    and strpos(texts, lower(coalesce(after ->> 'search', after #>> '{filter,search}'))) > 0;
  perform set_config('muneem.erasing', 'off', true);
end $$;
