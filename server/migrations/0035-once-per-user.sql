-- How often an offer pays one user: once, once a day (Asia/Kolkata) or each click.
alter table offers add column reward_limit text not null default 'each_click';

create table user_rewards (
  event_id bigint not null,
  user_id bigint not null,
  -- The day in Asia/Kolkata. '-infinity': once for all days.
  period date not null,
  click_id text not null,
  primary key (event_id, user_id, period)
);
comment on table user_rewards is 'The rewarded click per event, user and period, where the offer does not pay each click. A manual payment claims every event.';

-- Claims every event for a manual payment. Retries the transaction if another click was rewarded meanwhile.
create function claim_user_rewards(offer_ids text[], user_ids bigint[], periods date[], click_ids text[]) returns void
language plpgsql as $$
begin
  insert into user_rewards (event_id, user_id, period, click_id)
  select e.id, c.user_id, c.period, c.click_id
  from unnest(offer_ids, user_ids, periods, click_ids) as c (offer_id, user_id, period, click_id)
  join offer_events e on e.offer_id = c.offer_id
  order by e.id, c.user_id, c.period
  on conflict do nothing;
  if exists (
    select from unnest(offer_ids, user_ids, periods, click_ids) as c (offer_id, user_id, period, click_id)
    join offer_events e on e.offer_id = c.offer_id
    join user_rewards r on r.event_id = e.id and r.user_id = c.user_id and r.period = c.period
    where r.click_id <> c.click_id
  ) then
    raise exception 'another click of the user was rewarded meanwhile' using errcode = 'serialization_failure';
  end if;
end $$;
