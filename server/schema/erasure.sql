-- Replaces the values of personal fields at any depth.
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

-- Removes a deleted user's personal data from every table. Keeps ids, coins, amounts, times, references and outcomes.
-- Returns the number of changed rows by table. A repeat finds nothing more to erase.
create or replace function erase_user(person bigint, erased timestamptz) returns jsonb language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  erased_uid text := (select uid from users where id = person and deleted_at is not null for no key update);
  click_ids text[] := array(select id from clicks where user_id = person);
  conversion_ids text[] := array(select id from conversions where user_id = person);
  withdrawal_ids text[] := array(select id from withdrawals where user_id = person);
  claim_ids text[] := array(select id from offer_claims where user_id = person);
  -- The audit log also has the problems that were deleted before.
  problem_ids text[] := array(
    select id from problems where user_id = person
    union select entity_id from audit_log
    where action in ('problems.report', 'problems.delete') and coalesce(after, before) ->> 'userId' = (select uid from users where id = person));
  proposal_ids text[] := array(
    select id from proposals where (record_type = 'withdrawal' and record_id = any (withdrawal_ids))
      or (record_type = 'click' and record_id = any (click_ids)));
  delivery_ids bigint[] := array(
    select d.id from conversions c join custom_postbacks p on p.offer_id = c.offer_id
    join postback_deliveries d on d.custom_postback_id = p.id and d.conversion_id = c.id where c.user_id = person);
  counts jsonb := '{}';
  n bigint;
begin
  if erased_uid is null then
    raise exception 'only a deleted user can be erased' using errcode = 'restrict_violation';
  end if;
  if exists (select from withdrawals where user_id = person and status not in ('completed', 'rejected')) then
    raise exception 'user % has an open withdrawal', person using errcode = 'restrict_violation';
  end if;

  perform set_config('muneem.erasing', 'on', true);
  update users set name = null, email = null, phone = null, gender = null, referral_code = null, used_referral_code = null,
    created_ip = null, erased_at = coalesce(erased_at, erased) where id = person;

  update clicks set p1 = null, p2 = null, p3 = null, p4 = null, p5 = null, p6 = null, upi = null, params = null,
    click_ip = null, user_agent = null where user_id = person;
  get diagnostics n = row_count;
  counts := counts || jsonb_build_object('clicks', n);

  delete from conversion_addresses a using conversions c
  where c.user_id = person and a.event_id = c.event_id and a.conversion_id = c.id
    and a.click_ip = case family(c.click_ip) when 4 then c.click_ip else host(network(set_masklen(c.click_ip, 64)))::inet end;
  -- City, state and country stay: the reports sum them.
  update conversions set p1 = null, p2 = null, p3 = null, p4 = null, p5 = null, p6 = null, click_ip = null, conversion_ip = null,
    external_data = null, smart_poll_data = null where user_id = person;
  get diagnostics n = row_count;
  counts := counts || jsonb_build_object('conversions', n);

  update postback_log set url = split_part(url, '?', 1), body = null, ip = null, user_agent = null where click_id = any (click_ids);
  get diagnostics n = row_count;
  counts := counts || jsonb_build_object('postbacks', n);
  update smart_polls set url = split_part(url, '?', 1), answer = null, detail = null where click_id = any (click_ids);
  update postback_deliveries
  set macros = macros || '{"user_ip":"","p1":"","p2":"","p3":"","p4":"","p5":"","p6":""}' where id = any (delivery_ids);
  update postback_attempts set url = split_part(url, '?', 1), detail = null, response = '' where delivery_id = any (delivery_ids);
  get diagnostics n = row_count;
  counts := counts || jsonb_build_object('deliveryAttempts', n);

  delete from withdrawal_destinations d where d.user_id = person and d.destination in (
    select withdrawal_destination(w.upi_id, w.account_number, w.ifsc_code) from withdrawals w where w.user_id = person);
  delete from withdrawal_addresses where user_id = person;
  update payout_attempts set beneficiary_name = 'erased', provider_answer = null, error = null,
    upi_id = case when upi_id is not null then 'erased' end,
    account_number = case when account_number is not null then 'erased' end,
    ifsc_code = case when ifsc_code is not null then 'erased' end
  where payable_id = any (withdrawal_ids);
  update withdrawals set user_name = null, user_email = null, request_key = null,
    upi_id = case when upi_id is not null then 'erased' end,
    account_number = case when account_number is not null then 'erased' end,
    ifsc_code = case when ifsc_code is not null then 'erased' end
  where user_id = person;
  get diagnostics n = row_count;
  counts := counts || jsonb_build_object('withdrawals', n);

  delete from problems where user_id = person;
  get diagnostics n = row_count;
  counts := counts || jsonb_build_object('problems', n);
  delete from jobs.job where name = 'mail-problem-answer' and data ->> 'problemId' = any (problem_ids);
  update offer_claims set search_text = '' where user_id = person;
  update manual_payments set user_name = 'erased', user_email = '', search_text = '' where user_id = person;
  update bulk_run_items set label = 'erased' where item_id = any (withdrawal_ids || click_ids);
  update proposals set title = 'erased', decision_reason = 'erased' where id = any (proposal_ids);
  -- Answers for retries, of the last seven days.
  delete from idempotency_keys where (scope = 'platform:platform POST /api/platform/users' or right(scope, 9) = '/problems')
    and erased_uid in (answer -> 'user' ->> 'uid', answer -> 'problem' ->> 'userId');

  update audit_log set before = without_person(before), after = without_person(after)
  where entity_type in ('user', 'withdrawal', 'offer-claim', 'problem', 'click', 'conversion', 'proposal')
    and entity_id = any (erased_uid || withdrawal_ids || claim_ids || problem_ids || click_ids || conversion_ids || proposal_ids)
    and (without_person(before), without_person(after)) is distinct from (before, after);
  get diagnostics n = row_count;
  perform set_config('muneem.erasing', 'off', true);
  return counts || jsonb_build_object('auditEntries', n);
end $$;
-- Copies of a person that erase_user leaves: a parameter in the path of a called URL, the text of a search, and the referral
-- code at the users who used it. Another user could take that code and earn their referral coins.
-- Call it before erase_user, which removes the texts to look for.
-- Knows the person's earlier names. Also deletes the answers that are kept for retries of a change.
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

-- Call it before erase_mentions and erase_user, which remove the texts to look for.
create or replace function erase_copies(person bigint) returns void language plpgsql
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
