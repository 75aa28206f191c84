-- Counts and sums by day of Asia/Kolkata and status: any span of days and any page is found without counting rows.
create table withdrawal_days (
  day date not null,
  status text not null,
  withdrawals bigint not null default 0,
  coins bigint not null default 0,
  amount_paise bigint not null default 0,
  primary key (day, status)
);
insert into withdrawal_days (day, status, withdrawals, coins, amount_paise)
select (created_at at time zone 'Asia/Kolkata')::date, status, count(*), sum(coins), sum(amount_paise) from withdrawals group by 1, 2;

-- Everybody locks these rows in the order of day and status, after those of withdrawal_totals.
create function sum_new_withdrawal_days() returns trigger language plpgsql as $$
begin
  insert into withdrawal_days as d (day, status, withdrawals, coins, amount_paise)
  select (created_at at time zone 'Asia/Kolkata')::date, status, count(*), sum(coins), sum(amount_paise)
  from new_rows group by 1, 2 order by 1, 2
  on conflict (day, status) do update set withdrawals = d.withdrawals + excluded.withdrawals, coins = d.coins + excluded.coins,
    amount_paise = d.amount_paise + excluded.amount_paise;
  return null;
end $$;
create trigger withdrawals_summed_by_day after insert on withdrawals referencing new table as new_rows
  for each statement execute function sum_new_withdrawal_days();

create function sum_changed_withdrawal_days() returns trigger language plpgsql as $$
begin
  insert into withdrawal_days as d (day, status, withdrawals, coins, amount_paise)
  select day, status, sum(sign), sum(sign * coins), sum(sign * amount_paise) from (
    select (n.created_at at time zone 'Asia/Kolkata')::date as day, n.status, 1 as sign, n.coins, n.amount_paise
    from new_rows n join old_rows o using (id) where n.status <> o.status or n.created_at <> o.created_at
    union all
    select (o.created_at at time zone 'Asia/Kolkata')::date, o.status, -1, o.coins, o.amount_paise
    from new_rows n join old_rows o using (id) where n.status <> o.status or n.created_at <> o.created_at
  ) moves group by day, status order by day, status
  on conflict (day, status) do update set withdrawals = d.withdrawals + excluded.withdrawals, coins = d.coins + excluded.coins,
    amount_paise = d.amount_paise + excluded.amount_paise;
  return null;
end $$;
create trigger withdrawals_resummed_by_day after update on withdrawals referencing old table as old_rows new table as new_rows
  for each statement execute function sum_changed_withdrawal_days();

-- Below three letters the trigram index is of no use: each letter and each pair of the searched text.
create function withdrawal_letters(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(
    select distinct part collate "C"
    from unnest(string_to_array(words, null), (string_to_array(words, null))[2:]) pair (letter, next)
    cross join lateral (values (letter), (letter || next)) parts (part)
    where part is not null
  )
$$;
create index withdrawals_short_search on withdrawals using gin (withdrawal_letters(search));
create index withdrawals_amount on withdrawals (amount_paise, id);
create index withdrawals_coins on withdrawals (coins, id);
