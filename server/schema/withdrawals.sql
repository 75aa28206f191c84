create or replace trigger withdrawal_transition before update on withdrawals for each row execute function refuse_illegal_transition();

create or replace trigger withdrawals_kept before delete on withdrawals for each row execute function refuse_delete();

-- The request never changes. The hold's journal changes only with a reversal by the bank.
-- The destination of a final withdrawal may be erased, and nothing else.
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

create or replace trigger withdrawal_order before update on withdrawals for each row execute function refuse_other_withdrawal();

-- A bank account has one name, so that users who share it are flagged. Banks pay by account number: each branch's code
-- reaches it, leading zeros do not count, and NPCI's UPI ID of it is account@ifsc.ifsc.npci.
create or replace function withdrawal_destination(upi_id text, account_number text, ifsc_code text) returns text language sql immutable as $$
  select case
    when upi_id ~* '^\d{9,18}@[a-z]{4}0[a-z0-9]{6}\.ifsc\.npci$'
      then ltrim(split_part(upi_id, '@', 1), '0') || '@' || upper(left(split_part(upi_id, '@', 2), 4))
    else coalesce(lower(upi_id), ltrim(account_number, '0') || '@' || left(ifsc_code, 4)) end
$$;

-- Keeps withdrawal_destinations and withdrawal_addresses.
create or replace function note_new_withdrawals() returns trigger language plpgsql as $$
begin
  insert into withdrawal_destinations (destination, user_id)
  select distinct withdrawal_destination(upi_id, account_number, ifsc_code), user_id from new_rows order by 1, 2
  on conflict do nothing;
  insert into withdrawal_addresses (ip, user_id)
  select distinct c.click_ip, n.user_id from (select distinct user_id from new_rows) n
  cross join lateral (
    select click_ip from clicks where user_id = n.user_id and click_ip is not null order by created_at desc limit 20
  ) c
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;

create or replace trigger withdrawals_noted after insert on withdrawals referencing new table as new_rows
  for each statement execute function note_new_withdrawals();

-- Keeps withdrawal_days. Lock order: day, status.
create or replace function sum_withdrawals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into withdrawal_days as d (day, status, withdrawals, coins, amount_paise)
    select (created_at at time zone 'Asia/Kolkata')::date, status, count(*), sum(coins), sum(amount_paise)
    from new_rows group by 1, 2 order by 1, 2
    on conflict (day, status) do update set withdrawals = d.withdrawals + excluded.withdrawals,
      coins = d.coins + excluded.coins, amount_paise = d.amount_paise + excluded.amount_paise;
    return null;
  end if;
  insert into withdrawal_days as d (day, status, withdrawals, coins, amount_paise)
  select (m.created_at at time zone 'Asia/Kolkata')::date, m.status, sum(m.sign), sum(m.sign * m.coins), sum(m.sign * m.amount_paise)
  from new_rows n join old_rows o using (id)
  cross join lateral (values (n.created_at, n.status, 1, n.coins, n.amount_paise), (o.created_at, o.status, -1, o.coins, o.amount_paise))
    as m (created_at, status, sign, coins, amount_paise)
  where n.status <> o.status or n.created_at <> o.created_at
  group by 1, 2 order by 1, 2
  on conflict (day, status) do update set withdrawals = d.withdrawals + excluded.withdrawals,
    coins = d.coins + excluded.coins, amount_paise = d.amount_paise + excluded.amount_paise;
  return null;
end $$;

create or replace trigger withdrawals_summed after insert on withdrawals referencing new table as new_rows
  for each statement execute function sum_withdrawals();

create or replace trigger withdrawals_resummed after update on withdrawals referencing old table as old_rows new table as new_rows
  for each statement execute function sum_withdrawals();

-- Sums withdrawal_days.
create or replace view withdrawal_totals as
select s.status, coalesce(sum(d.withdrawals), 0)::bigint as withdrawals, coalesce(sum(d.coins), 0)::bigint as coins,
  coalesce(sum(d.amount_paise), 0)::bigint as amount_paise
from (values ('pending'), ('processing'), ('completed'), ('rejected'), ('payment_failed')) s (status)
left join withdrawal_days d using (status)
group by s.status;
comment on view withdrawal_totals is 'Counts and sums of all withdrawals by status.';
