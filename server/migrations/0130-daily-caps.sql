-- Adds to the counters of daily caps, each only up to its cap, in the order given (by event and day, as everyone locks
-- them). A counter that is missing or used up makes the caller's transaction be done again, with the counters locked first.
create function book_daily_caps(event_ids bigint[], days date[], counts bigint[], caps bigint[]) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(event_ids) loop
    update event_day_counts set approved = approved + counts[i]
    where event_id = event_ids[i] and day = days[i] and approved + counts[i] <= caps[i];
    if not found then
      raise exception 'the daily cap of event % was used up meanwhile', event_ids[i] using errcode = 'serialization_failure';
    end if;
  end loop;
end $$;
