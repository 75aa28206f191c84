-- A name that an event had more than once was used more than once, and an event that comes back had its name until it was removed:
-- what a name meant at a time is asked of each of these periods.
alter table offer_event_names drop constraint offer_event_names_pkey, add primary key (event_id, name_key, last_used_at);

create or replace function remember_event_name() returns trigger language plpgsql as $$
begin
  insert into offer_event_names (event_id, name_key, named_at, last_used_at)
  values (old.id, old.name_key, old.named_at, coalesce(old.removed_at, new.named_at))
  on conflict do nothing;
  return null;
end $$;
drop trigger offer_events_remember_name on offer_events;
create trigger offer_events_remember_name after update on offer_events for each row
  when (new.name_key is distinct from old.name_key or (old.removed_at is not null and new.removed_at is null))
  execute function remember_event_name();

-- The periods of before, as the audit log has them; those that are known already were written within the same moment.
with said as (
  select a.at, a.entity_id as offer_id, named.side, (named.event ->> '_id')::bigint as id, lower(named.event ->> 'eventName') as name_key
  from audit_log a
  cross join lateral (
    select 'before' as side, jsonb_array_elements(a.before -> 'events') as event where jsonb_typeof(a.before -> 'events') = 'array'
    union all
    select 'after', jsonb_array_elements(a.after -> 'events')
  ) named
  where a.entity_type = 'offer' and a.action in ('offers.create', 'offers.update') and jsonb_typeof(a.after -> 'events') = 'array'
), changed as (
  select at, offer_id, id, name_key, min(side) as side from said group by at, offer_id, id, name_key having count(distinct side) = 1
)
insert into offer_event_names (event_id, name_key, named_at, last_used_at)
select e.id, was.name_key, (
    select max(began.at) from changed began
    where began.side = 'after' and began.id = was.id and began.name_key = was.name_key and began.at < was.at
  ), was.at
from changed was join offer_events e on e.id = was.id and e.offer_id = was.offer_id
where was.side = 'before'
  and not (e.name_key = was.name_key and e.removed_at is not null and abs(extract(epoch from e.removed_at - was.at)) < 5)
  and not exists (
    select from offer_event_names n
    where n.event_id = e.id and n.name_key = was.name_key and abs(extract(epoch from n.last_used_at - was.at)) < 5
  )
on conflict do nothing;
