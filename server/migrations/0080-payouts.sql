-- One try to pay something. Money leaves only through a row here, and at most once for each row.
create table payout_attempts (
  id text primary key,
  -- What is paid (a withdrawal's id); this table does not know what that is.
  payable_id text not null,
  number integer not null check (number >= 1),
  -- Our own name for the transfer at the provider; the same for every call about this attempt.
  reference_id text not null unique,
  provider text not null,
  amount_paise bigint not null check (amount_paise > 0),
  mode text not null check (mode in ('UPI', 'IMPS', 'NEFT', 'RTGS')),
  beneficiary_name text not null,
  upi_id text,
  account_number text,
  ifsc_code text,
  status text not null default 'created' check (status in ('created', 'sending', 'in_flight', 'unknown', 'paid', 'not_paid', 'refused', 'not_sent')),
  -- Set, and committed, before the call: an attempt that has it may have been paid, and is never sent again.
  sending_at timestamptz,
  provider_transaction_id text,
  utr text,
  provider_status text,
  error text,
  provider_answer text,
  lookups integer not null default 0,
  next_lookup_at timestamptz,
  -- When the provider was last called about it: look-ups keep their distance, whatever asks for them.
  last_call_at timestamptz,
  needs_attention boolean not null default false,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (payable_id, number),
  check ((upi_id is not null) <> (account_number is not null and ifsc_code is not null)),
  check ((status = 'created') = (sending_at is null))
);

-- A second payment cannot be written down: an attempt makes room for another only once it is certain that it was not paid.
create unique index payout_attempt_live on payout_attempts (payable_id) where status not in ('not_paid', 'refused', 'not_sent');
create index payout_attempts_due on payout_attempts (next_lookup_at) where status in ('sending', 'in_flight', 'unknown');
create index payout_attempts_unsent on payout_attempts (created_at) where status = 'created';

-- Which status may follow which, for everything that has a status about money.
create table legal_transitions (
  entity text not null,
  from_status text not null,
  to_status text not null,
  primary key (entity, from_status, to_status)
);
insert into legal_transitions (entity, from_status, to_status) values
  ('withdrawals', 'pending', 'processing'),
  ('withdrawals', 'pending', 'rejected'),
  ('withdrawals', 'processing', 'completed'),
  ('withdrawals', 'processing', 'payment_failed'),
  ('withdrawals', 'payment_failed', 'processing'),
  ('withdrawals', 'payment_failed', 'rejected'),
  ('payout_attempts', 'created', 'sending'),
  ('payout_attempts', 'sending', 'in_flight'),
  ('payout_attempts', 'sending', 'unknown'),
  ('payout_attempts', 'sending', 'paid'),
  ('payout_attempts', 'sending', 'not_paid'),
  ('payout_attempts', 'sending', 'refused'),
  ('payout_attempts', 'sending', 'not_sent'),
  ('payout_attempts', 'in_flight', 'unknown'),
  ('payout_attempts', 'in_flight', 'paid'),
  ('payout_attempts', 'in_flight', 'not_paid'),
  ('payout_attempts', 'unknown', 'in_flight'),
  ('payout_attempts', 'unknown', 'paid'),
  ('payout_attempts', 'unknown', 'not_paid'),
  -- A look-up that overtook the answer to the call itself could not tell yet; the caller knows for certain.
  ('payout_attempts', 'unknown', 'refused'),
  ('payout_attempts', 'unknown', 'not_sent');

create function refuse_illegal_transition() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and not exists (
    select from legal_transitions t where t.entity = tg_table_name and t.from_status = old.status and t.to_status = new.status
  ) then
    raise exception '% % cannot go from % to %', tg_table_name, old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'legal_transition';
  end if;
  return new;
end $$;
create trigger payout_attempt_transition before update on payout_attempts for each row execute function refuse_illegal_transition();

-- What was asked for stays what was asked for.
create function refuse_other_payout() returns trigger language plpgsql as $$
begin
  if (old.payable_id, old.number, old.reference_id, old.provider, old.amount_paise, old.mode, old.beneficiary_name)
       is distinct from (new.payable_id, new.number, new.reference_id, new.provider, new.amount_paise, new.mode, new.beneficiary_name)
     or (old.upi_id, old.account_number, old.ifsc_code) is distinct from (new.upi_id, new.account_number, new.ifsc_code)
     or (old.sending_at is not null and old.sending_at is distinct from new.sending_at) then
    raise exception 'the order of payout attempt % cannot be changed', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_attempt_order before update on payout_attempts for each row execute function refuse_other_payout();
create function refuse_delete() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are kept', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger payout_attempts_kept before delete on payout_attempts for each row execute function refuse_delete();

-- A user's request to turn coins into money. The coins are held (ledger) from the first moment.
create table withdrawals (
  id text primary key,
  created_at timestamptz not null,
  user_id bigint not null references users (id),
  user_uid text not null,
  user_name text,
  user_email text,
  coins bigint not null check (coins > 0),
  amount_paise bigint not null check (amount_paise > 0),
  method text not null check (method in ('upi', 'bank')),
  upi_id text,
  account_number text,
  ifsc_code text,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'rejected', 'payment_failed')),
  hold_journal_id bigint not null,
  last_attempt_id text references payout_attempts (id),
  transaction_id text,
  verified_by text,
  verified_at timestamptz,
  admin_reason text,
  finished_at timestamptz,
  -- Idempotency-Key of the request.
  request_key text,
  search text not null generated always as (lower(
    id || ' ' || user_uid || ' ' || coalesce(user_name, '') || ' ' || coalesce(user_email, '') || ' ' ||
    coalesce(upi_id, '') || ' ' || coalesce(account_number, '') || ' ' || coalesce(transaction_id, ''))) stored,
  check ((method = 'upi') = (upi_id is not null)),
  check ((method = 'bank') = (account_number is not null and ifsc_code is not null))
);
create unique index withdrawals_request on withdrawals (user_id, request_key) where request_key is not null;
create index withdrawals_newest on withdrawals (created_at desc, id desc);
create index withdrawals_by_status on withdrawals (status, created_at desc, id desc);
create index withdrawals_user on withdrawals (user_id, created_at desc);
create index withdrawals_search on withdrawals using gin (search gin_trgm_ops);
create trigger withdrawal_transition before update on withdrawals for each row execute function refuse_illegal_transition();
create trigger withdrawals_kept before delete on withdrawals for each row execute function refuse_delete();

create function refuse_other_withdrawal() returns trigger language plpgsql as $$
begin
  if (old.created_at, old.user_id, old.coins, old.amount_paise, old.method, old.hold_journal_id)
       is distinct from (new.created_at, new.user_id, new.coins, new.amount_paise, new.method, new.hold_journal_id)
     or (old.upi_id, old.account_number, old.ifsc_code) is distinct from (new.upi_id, new.account_number, new.ifsc_code) then
    raise exception 'what withdrawal % asks for cannot be changed', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_order before update on withdrawals for each row execute function refuse_other_withdrawal();

-- Counts and sums by status, kept by the changes themselves: lists and cards never count a million rows.
create table withdrawal_totals (
  status text primary key,
  withdrawals bigint not null default 0,
  coins bigint not null default 0,
  amount_paise bigint not null default 0
);
insert into withdrawal_totals (status) values ('pending'), ('processing'), ('completed'), ('rejected'), ('payment_failed');

create function sum_new_withdrawals() returns trigger language plpgsql as $$
declare
  change record;
begin
  -- In the order of the status, so that two statements lock these rows in the same order.
  for change in
    select status, count(*) as n, sum(coins) as coins, sum(amount_paise) as paise from new_rows group by status order by status
  loop
    update withdrawal_totals t set withdrawals = t.withdrawals + change.n, coins = t.coins + change.coins, amount_paise = t.amount_paise + change.paise
    where t.status = change.status;
  end loop;
  return null;
end $$;
create trigger withdrawals_summed after insert on withdrawals referencing new table as new_rows
  for each statement execute function sum_new_withdrawals();

create function sum_changed_withdrawals() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select status, sum(sign) as n, sum(sign * coins) as coins, sum(sign * amount_paise) as paise from (
      select n.status, 1 as sign, n.coins, n.amount_paise from new_rows n join old_rows o using (id) where n.status <> o.status
      union all
      select o.status, -1, o.coins, o.amount_paise from new_rows n join old_rows o using (id) where n.status <> o.status
    ) moves group by status order by status
  loop
    update withdrawal_totals t set withdrawals = t.withdrawals + change.n, coins = t.coins + change.coins, amount_paise = t.amount_paise + change.paise
    where t.status = change.status;
  end loop;
  return null;
end $$;
create trigger withdrawals_resummed after update on withdrawals referencing old table as old_rows new table as new_rows
  for each statement execute function sum_changed_withdrawals();
