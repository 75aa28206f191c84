-- Refuses a change of status that is not in legal_transitions.
create or replace function refuse_illegal_transition() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and not exists (
    select from legal_transitions t where t.entity = tg_table_name and t.from_status = old.status and t.to_status = new.status
  ) then
    raise exception '% % cannot go from % to %', tg_table_name, old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'legal_transition';
  end if;
  return new;
end $$;

create or replace trigger payout_attempt_transition before update on payout_attempts for each row execute function refuse_illegal_transition();

-- An attempt's order never changes.
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

create or replace trigger payout_attempt_order before update on payout_attempts for each row execute function refuse_other_payout();

create or replace trigger payout_attempts_kept before delete on payout_attempts for each row execute function refuse_delete();

-- Keeps these columns for every code path, also for a server of the previous version.
create or replace function note_once_paid() returns trigger language plpgsql as $$
begin
  if new.status = 'paid' then
    new.paid_at := new.finished_at;
    new.unpaid_since := null;
    new.unpaid_lookups := 0;
    new.returned_at := null;
  elsif old.status = 'paid' or new.paid_at is not null then
    new.paid_at := coalesce(new.paid_at, old.finished_at);
    new.unpaid_since := case when new.status = 'not_paid' then coalesce(new.reversed_at, new.finished_at) end;
    new.unpaid_lookups := 0;
    new.returned_at := case when old.status = 'paid' then new.returned_at end;
    -- Three look-ups in 24 hours, without an admin.
    if new.status = 'not_paid' then new.next_call_at := new.unpaid_since + interval '8 hours'; end if;
  end if;
  return new;
end $$;

create or replace trigger payout_attempt_once_paid before update of status on payout_attempts
  for each row when (new.status <> old.status) execute function note_once_paid();

-- Whether another payment may follow this attempt. Not after a payment whose return is uncertain.
create or replace function may_pay_again(attempt payout_attempts, at timestamptz) returns boolean language sql immutable as $$
  select attempt.paid_at is null or (attempt.status = 'not_paid' and (attempt.returned_at is not null
    or (attempt.unpaid_lookups >= 3 and attempt.unpaid_since <= at - interval '24 hours')))
$$;

-- Refuses a second payment while the return of an earlier one is uncertain.
create or replace function refuse_second_payment(payable text, at timestamptz) returns void language plpgsql as $$
begin
  if exists (select from payout_attempts a where a.payable_id = payable and not may_pay_again(a, at)) then
    raise exception 'withdrawal % was once paid, and its return is not certain', payable
      using errcode = 'check_violation', constraint = 'paid_before';
  end if;
end $$;

-- Refuses an attempt to pay a second time.
create or replace function refuse_attempt_after_paid() returns trigger language plpgsql as $$
begin
  perform refuse_second_payment(new.payable_id, new.created_at);
  return new;
end $$;

-- An attempt that is recorded as sent moves no money: the operator of a restored copy adopts it.
create or replace trigger payout_attempt_after_paid before insert on payout_attempts
  for each row when (new.status = 'created') execute function refuse_attempt_after_paid();

-- Refuses to return coins that may have been paid.
create or replace function refuse_return_after_paid() returns trigger language plpgsql as $$
begin
  perform refuse_second_payment(new.id, new.verified_at);
  return new;
end $$;

create or replace trigger withdrawal_return_after_paid before update of status on withdrawals
  for each row when (old.status = 'payment_failed' and new.status = 'rejected') execute function refuse_return_after_paid();
