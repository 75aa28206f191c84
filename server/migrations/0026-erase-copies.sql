-- Copies of a person that erase_user left: a parameter in the path of a called URL, the text of a search, and the referral
-- code at the users who used it. Another user could take that code and earn their referral coins.

-- Like before, but of the URL of an attempt only the host stays, because a macro may be in its path.
do $$
declare
  known text := pg_get_functiondef('erase_user(bigint, timestamptz)'::regprocedure);
  better text := replace(known, 'update postback_attempts set url = split_part(url, ''?'', 1),',
    'update postback_attempts set url = coalesce(substring(url from ''^[^/]*//[^/?#]*''), ''''),');
begin
  if better = known then
    raise exception 'erase_user has another form';
  end if;
  execute better;
end $$;

-- Removes what other rows say about a deleted user. Call before erase_user, which removes the texts to look for.
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
  update bulk_runs set filter = filter || '{"search":"erased"}'
  where length(filter ->> 'search') > 2 and strpos(texts, lower(filter ->> 'search')) > 0;
  update audit_log set after = case when after ? 'search' then after || '{"search":"erased"}'
    else jsonb_set(after, '{filter,search}', '"erased"') end
  where action in ('users.export', 'bulk-runs.prepare') and length(coalesce(after ->> 'search', after #>> '{filter,search}')) > 2
    and strpos(texts, lower(coalesce(after ->> 'search', after #>> '{filter,search}'))) > 0;
  perform set_config('muneem.erasing', 'off', true);
end $$;
