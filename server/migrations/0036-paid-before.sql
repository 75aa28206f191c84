-- A payment that was once paid is paid again only if the statement shows the return, or after 24 hours and three look-ups.
-- Why: docs/decisions/payouts.md

alter table payout_attempts
  -- When the provider last changed it to paid. Kept after a later "not paid".
  add column paid_at timestamptz,
  -- The first "not paid" since then. Null while it is paid, in flight or unknown.
  add column unpaid_since timestamptz,
  -- Later look-ups that also said "not paid".
  add column unpaid_lookups integer not null default 0,
  -- The credit on the provider's statement that returns it.
  add column returned_at timestamptz;

-- The rows of the statement that a comparison could not read.
alter table reconciliation_runs add column notes text;

update payout_attempts set paid_at = coalesce(finished_at, reversed_at), unpaid_since = reversed_at, recheck_at = reversed_at + interval '8 hours'
where reversed_at is not null and status = 'not_paid';

-- Keeps these columns for every code path, also for a server of the previous version.
create function note_once_paid() returns trigger language plpgsql as $$
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
    new.recheck_at := new.unpaid_since + interval '8 hours';
  end if;
  return new;
end $$;
create trigger payout_attempt_once_paid before update of status on payout_attempts
  for each row when (new.status <> old.status) execute function note_once_paid();

create function may_pay_again(attempt payout_attempts, at timestamptz) returns boolean language sql immutable as $$
  select attempt.paid_at is null or (attempt.status = 'not_paid' and (attempt.returned_at is not null
    or (attempt.unpaid_lookups >= 3 and attempt.unpaid_since <= at - interval '24 hours')))
$$;

create function refuse_second_payment(payable text, at timestamptz) returns void language plpgsql as $$
begin
  if exists (select from payout_attempts a where a.payable_id = payable and not may_pay_again(a, at)) then
    raise exception 'withdrawal % was once paid, and its return is not certain', payable
      using errcode = 'check_violation', constraint = 'paid_before';
  end if;
end $$;

create function refuse_attempt_after_paid() returns trigger language plpgsql as $$
begin
  perform refuse_second_payment(new.payable_id, new.created_at);
  return new;
end $$;
-- An attempt that is recorded as sent moves no money: the operator of a restored copy adopts it.
create trigger payout_attempt_after_paid before insert on payout_attempts
  for each row when (new.status = 'created') execute function refuse_attempt_after_paid();

create function refuse_return_after_paid() returns trigger language plpgsql as $$
begin
  perform refuse_second_payment(new.id, new.verified_at);
  return new;
end $$;
create trigger withdrawal_return_after_paid before update of status on withdrawals
  for each row when (old.status = 'payment_failed' and new.status = 'rejected') execute function refuse_return_after_paid();
