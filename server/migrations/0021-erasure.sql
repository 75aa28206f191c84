-- Erasure of a user: the books stay, the person goes. docs/decisions/data-lifecycle.md says why.
alter table users add column erased_at timestamptz;

-- Like before, and lets erase_user overwrite copies of a person. The server's role has no privilege to update
-- audit_log and manual_payments, so it can do so only through that function. Journals and postings stay as they are.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  personal text[] := case tg_table_name when 'audit_log' then '{before,after}' when 'offer_claims' then '{search_text}'
    when 'manual_payments' then '{user_name,user_email,search_text}' else '{}' end;
begin
  if tg_op = 'UPDATE' and personal <> '{}' and current_setting('muneem.erasing', true) = 'on' then
    if to_jsonb(old) - personal = to_jsonb(new) - personal then
      return new;
    end if;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

-- Like before. The destination of a final withdrawal or attempt may be erased, and nothing else.
create or replace function refuse_other_withdrawal() returns trigger language plpgsql as $$
begin
  if (old.created_at, old.user_id, old.coins, old.amount_paise, old.method)
       is distinct from (new.created_at, new.user_id, new.coins, new.amount_paise, new.method)
     or ((old.upi_id, old.account_number, old.ifsc_code) is distinct from (new.upi_id, new.account_number, new.ifsc_code)
       and not (old.status in ('completed', 'rejected') and coalesce(new.upi_id, new.account_number) = 'erased'))
     or (old.hold_journal_id <> new.hold_journal_id and not (old.status = 'completed' and new.status = 'payment_failed')) then
    raise exception 'what withdrawal % asks for cannot be changed', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function refuse_other_payout() returns trigger language plpgsql as $$
begin
  if (old.payable_id, old.number, old.reference_id, old.provider, old.amount_paise, old.mode)
       is distinct from (new.payable_id, new.number, new.reference_id, new.provider, new.amount_paise, new.mode)
     or ((old.beneficiary_name, old.upi_id, old.account_number, old.ifsc_code)
       is distinct from (new.beneficiary_name, new.upi_id, new.account_number, new.ifsc_code)
       and not (old.status in ('paid', 'not_paid', 'refused', 'not_sent') and coalesce(new.upi_id, new.account_number) = 'erased'))
     or (old.sending_at is not null and old.sending_at is distinct from new.sending_at) then
    raise exception 'the order of payout attempt % cannot be changed', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Replaces the values of personal fields at any depth.
create function without_person(value jsonb) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(field, case
        when inside = 'null' or field <> all ('{name,email,phone,gender,referralCode,usedReferralCode,ip,clickIp,conversionIp,
          userName,userEmail,userAgent,upi,upiId,accountNumber,ifscCode,paymentMethod,beneficiaryName,title,description,
          attachments,adminResponse,error,params,p1,p2,p3,p4,p5,p6}') then without_person(inside)
        else '"erased"' end), '{}')
      from jsonb_each(value) as e (field, inside))
    when 'array' then (select coalesce(jsonb_agg(without_person(inside)), '[]') from jsonb_array_elements(value) inside)
    else value end;
end $$;

-- Removes a deleted user's personal data from every table. Keeps ids, coins, amounts, times, references and outcomes.
-- Returns the number of changed rows by table. A repeat finds nothing more to erase.
create function erase_user(person bigint, erased timestamptz) returns jsonb language plpgsql
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
  -- Answers for retries, of the last seven days.
  delete from idempotency_keys where (scope = 'platform:platform POST /api/platform/users' or right(scope, 9) = '/problems')
    and erased_uid in (answer -> 'user' ->> 'uid', answer -> 'problem' ->> 'userId');

  update audit_log set before = without_person(before), after = without_person(after)
  where entity_type in ('user', 'withdrawal', 'offer-claim', 'problem', 'click', 'conversion')
    and entity_id = any (erased_uid || withdrawal_ids || claim_ids || problem_ids || click_ids || conversion_ids)
    and (without_person(before), without_person(after)) is distinct from (before, after);
  get diagnostics n = row_count;
  perform set_config('muneem.erasing', 'off', true);
  return counts || jsonb_build_object('auditEntries', n);
end $$;
