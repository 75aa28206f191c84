-- Places of a person that erase_user and erase_mentions left: refused postbacks, whose click is unknown; the path of logged URLs;
-- referral codes at the users who used them; and the reasons that administrators typed.
-- docs/decisions/data-lifecycle.md says what stays.
comment on table auto_payout_waiting is 'Withdrawals that Auto Payout has not decided yet.';

-- Like before, and lets an erasure overwrite the reasons of journals and of decisions.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  personal text[] := case tg_table_name when 'audit_log' then '{before,after}' when 'offer_claims' then '{search_text,reason}'
    when 'manual_payments' then '{user_name,user_email,search_text}' when 'journals' then '{reason}'
    when 'ledger_corrections' then '{reason}' when 'conversion_reversals' then '{reason}' else '{}' end;
begin
  if tg_op = 'UPDATE' and personal <> '{}' and current_setting('muneem.erasing', true) = 'on' then
    if to_jsonb(old) - personal = to_jsonb(new) - personal then
      return new;
    end if;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

-- Like before, with the reasons of administrators.
create or replace function without_person(value jsonb) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(field, case
        when inside = 'null' or field <> all ('{name,email,phone,gender,referralCode,usedReferralCode,ip,clickIp,conversionIp,
          userName,userEmail,userAgent,upi,upiId,accountNumber,ifscCode,paymentMethod,beneficiaryName,title,description,
          attachments,adminResponse,error,params,p1,p2,p3,p4,p5,p6,reason,adminReason,note,said}') then without_person(inside)
        else '"erased"' end), '{}')
      from jsonb_each(value) as e (field, inside))
    when 'array' then (select coalesce(jsonb_agg(without_person(inside)), '[]') from jsonb_array_elements(value) inside)
    else value end;
end $$;

-- Call it before erase_mentions and erase_user, which remove the texts to look for.
create function erase_copies(person bigint) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  code text := (select referral_code from users where id = person and deleted_at is not null);
  referred text[] := array(select uid from users where used_referral_code = code);
  click_ids text[] := array(select id from clicks where user_id = person);
  conversion_ids text[] := array(select id from conversions where user_id = person);
  withdrawal_ids text[] := array(select id from withdrawals where user_id = person);
  journal_ids bigint[] := array(select journal_id from postings where user_id = person);
  -- Too short texts are also parts of other people's texts.
  texts text[] := array(
    select distinct spelled from (
      select email from users where id = person union select right(regexp_replace(phone, '\D', '', 'g'), 10) from users where id = person
      union select upi from clicks where user_id = person
      union select upi_id from withdrawals where user_id = person union select account_number from withdrawals where user_id = person
    ) as t (given), unnest(array[lower(given), replace(lower(given), '@', '%40')]) as spelled
    where length(given) > 5 and given <> 'erased');
begin
  if not exists (select from users where id = person and deleted_at is not null) then
    raise exception 'only a deleted user can be erased' using errcode = 'restrict_violation';
  end if;
  perform set_config('muneem.erasing', 'on', true);

  -- A refused postback may name no click, or two. It is found by what it says about the person.
  update postback_log l set url = '/postback', body = null, ip = null, user_agent = null, event_key = null, detail = null
  where l.verdict not in ('accepted', 'duplicate') and l.conversion_id is null and (
    l.click_id = any (click_ids)
    or exists (select from unnest(texts) t where strpos(lower(l.url || ' ' || coalesce(l.body, '')), t) > 0)
    or exists (
      select from regexp_matches(upper(l.url || ' ' || coalesce(l.body, '')), '\m[0-9A-HJKMNP-TV-Z]{26}\M', 'g') as m (ids)
      where m.ids[1] = any (click_ids)));
  -- Only the host of a called URL stays, because a macro may be in its path.
  update smart_polls set url = coalesce(substring(url from '^[^/]*//[^/?#]*'), '') where click_id = any (click_ids);

  update audit_log set before = without_person(before), after = without_person(after)
  where entity_type = 'user' and entity_id = any (referred) and code in (before ->> 'usedReferralCode', after ->> 'usedReferralCode');
  update idempotency_keys set answer = jsonb_set(answer, '{user,usedReferralCode}', 'null')
  where answer -> 'user' ->> 'usedReferralCode' = code;
  delete from idempotency_keys where (select uid from users where id = person)
    in (answer -> 'user' ->> 'uid', answer -> 'withdrawal' ->> 'userId', answer -> 'withdrawal' ->> 'uid');

  update withdrawals set admin_reason = 'erased' where user_id = person and admin_reason <> 'erased';
  update offer_claims set reason = 'erased' where user_id = person and reason <> 'erased';
  update journals set reason = 'erased' where id = any (journal_ids) and actor_kind = 'admin' and reason <> 'erased';
  update ledger_corrections set reason = 'erased' where journal_id = any (journal_ids);
  update conversion_reversals set reason = 'erased' where conversion_id = any (conversion_ids);
  update conversions set reason = 'erased' where user_id = person and id in (
    select conversion_id from conversion_reversals where conversion_id = any (conversion_ids));
  update contradictions set reason = 'erased' where conversion_id = any (conversion_ids) and reason is not null;
  update reversed_credits set note = 'erased' where conversion_id = any (conversion_ids) and note is not null;
  update payout_differences set reason = 'erased' where payable_id = any (withdrawal_ids) and reason is not null;
  update bulk_run_items set message = 'erased' where item_id = any (withdrawal_ids || click_ids) and message is not null;
  update audit_log set before = without_person(before), after = without_person(after)
  where entity_type = 'payout-difference'
    and entity_id in (select id from payout_differences where payable_id = any (withdrawal_ids));
  perform set_config('muneem.erasing', 'off', true);
end $$;
