-- Whoever saves an offer locks its events first, and then their names.
lock table offer_events, offer_event_names in access exclusive mode;

-- What 0381 left as it was: names without a beginning, and names that lasted until their event came back. All as the audit log has it.
create temporary table event_names_said on commit drop as
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
select e.id as event_id, c.name_key, c.at, c.side = 'after' as began
from changed c join offer_events e on e.id = c.id and e.offer_id = c.offer_id;

-- At first a name was said to last until its event came back under another: it ended when the event was removed, which is added below.
delete from offer_event_names n
where exists (
  select from event_names_said ended
  where ended.event_id = n.event_id and ended.name_key = n.name_key and not ended.began
    and ended.at > coalesce(n.named_at, '-infinity') and ended.at < n.last_used_at - interval '5 s'
    and not exists (
      select from event_names_said again
      where again.event_id = n.event_id and again.name_key = n.name_key and again.began
        and again.at > ended.at and again.at < n.last_used_at
    )
);

insert into offer_event_names (event_id, name_key, last_used_at)
select was.event_id, was.name_key, was.at
from event_names_said was join offer_events e on e.id = was.event_id
where not was.began
  and not (e.name_key = was.name_key and e.removed_at is not null and abs(extract(epoch from e.removed_at - was.at)) < 5)
  and not exists (
    select from offer_event_names n
    where n.event_id = was.event_id and n.name_key = was.name_key and abs(extract(epoch from n.last_used_at - was.at)) < 5
  )
on conflict do nothing;

update offer_event_names n set named_at = (
  select max(began.at) from event_names_said began
  where began.began and began.event_id = n.event_id and began.name_key = n.name_key and began.at < n.last_used_at
)
where named_at is null;

-- Nobody knows since when; the doubt, in which nothing is paid twice, ends now.
update offer_events set named_at = now() where named_at is null and removed_at is null;
