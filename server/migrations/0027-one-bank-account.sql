-- A bank account has one name, so that users who share it are flagged. Banks pay by account number: each branch's code
-- reaches it, leading zeros do not count, and NPCI's UPI ID of it is account@ifsc.ifsc.npci.
create or replace function withdrawal_destination(upi_id text, account_number text, ifsc_code text) returns text language sql immutable as $$
  select case
    when upi_id ~* '^\d{9,18}@[a-z]{4}0[a-z0-9]{6}\.ifsc\.npci$'
      then ltrim(split_part(upi_id, '@', 1), '0') || '@' || upper(left(split_part(upi_id, '@', 2), 4))
    else coalesce(lower(upi_id), ltrim(account_number, '0') || '@' || left(ifsc_code, 4)) end
$$;

insert into withdrawal_destinations (destination, user_id)
select distinct withdrawal_destination(upi_id, account_number, ifsc_code), user_id from withdrawals
where coalesce(upi_id, account_number) <> 'erased' order by 1, 2
on conflict do nothing;
-- The former names of accounts. A UPI ID is in lower case.
delete from withdrawal_destinations where destination ~ '^\d{9,18}@[A-Z]{4}0[A-Z0-9]{6}$';
