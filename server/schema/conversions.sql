create or replace trigger conversion_reversals_append_only before update or delete on conversion_reversals
  for each row execute function refuse_change();

create or replace trigger reversed_credits_kept before delete on reversed_credits for each row execute function refuse_delete();

-- Adds to the counters of daily caps in the given order, each up to its cap.
-- If a counter is missing or used up, the caller retries its transaction and locks the counters first.
create or replace function book_daily_caps(event_ids bigint[], days date[], counts bigint[], caps bigint[]) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(event_ids) loop
    update event_day_counts set approved = approved + counts[i]
    where event_id = event_ids[i] and day = days[i] and approved + counts[i] <= caps[i];
    if not found then
      raise exception 'the daily cap of event % was used up meanwhile', event_ids[i] using errcode = 'serialization_failure';
    end if;
  end loop;
end $$;

create or replace trigger contradictions_kept before delete on contradictions for each row execute function refuse_delete();

-- Claims every event for a manual payment. Retries the transaction if another click was rewarded meanwhile.
create or replace function claim_user_rewards(offer_ids text[], user_ids bigint[], periods date[], click_ids text[]) returns void
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

select ensure_monthly_partitions('conversions', current_date - 31, 5);
