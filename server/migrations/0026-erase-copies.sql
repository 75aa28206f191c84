-- Copies of a person that erase_user leaves: a parameter in the path of a called URL, the text of a search, and the referral
-- code at the users who used it. Another user could take that code and earn their referral coins.
-- Call it before erase_user, which removes the texts to look for.
create function erase_mentions(person bigint) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  texts text := lower(concat_ws(' ',
    (select concat_ws(' ', name, email, phone) from users where id = person and deleted_at is not null),
    (select string_agg(concat_ws(' ', upi_id, account_number), ' ') from withdrawals where user_id = person)));
begin
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
