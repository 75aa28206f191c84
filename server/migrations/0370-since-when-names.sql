-- Since when an event has its name: what was converted before is not the new event's, and two events that existed at the same
-- time never stand for each other. Null: not known. The clock is the application's, as for removed_at and conversions.
alter table offer_events add column named_at timestamptz;
alter table offer_event_names add column named_at timestamptz;

-- As the audit log has it: when the event came to be called so, or came back.
update offer_events e set named_at = n.at
from (
  select now_is._id as id, lower(now_is."eventName") as name_key, max(a.at) as at
  from audit_log a
  cross join lateral jsonb_to_recordset(
    case when jsonb_typeof(a.after -> 'events') = 'array' then a.after -> 'events' else '[]' end
  ) as now_is (_id bigint, "eventName" text)
  where a.entity_type = 'offer' and a.action in ('offers.create', 'offers.update') and not exists (
    select from jsonb_to_recordset(
      case when jsonb_typeof(a.before -> 'events') = 'array' then a.before -> 'events' else '[]' end
    ) as was (_id bigint, "eventName" text)
    where was._id = now_is._id and lower(was."eventName") = lower(now_is."eventName")
  )
  group by 1, 2
) n
where e.id = n.id and e.name_key = n.name_key;

alter table offer_events alter column named_at set default now();

-- A node of the version before does not say when.
create function date_event_name() returns trigger language plpgsql as $$
begin
  new.named_at := now();
  return new;
end $$;
create trigger offer_events_date_name before update on offer_events for each row
  when (new.named_at is not distinct from old.named_at
    and (lower(new.name) <> lower(old.name) or (old.removed_at is not null and new.removed_at is null)))
  execute function date_event_name();

create or replace function remember_event_name() returns trigger language plpgsql as $$
begin
  insert into offer_event_names (event_id, name_key, named_at, last_used_at)
  values (old.id, old.name_key, old.named_at, new.named_at)
  on conflict (event_id, name_key) do update set named_at = excluded.named_at, last_used_at = excluded.last_used_at;
  return null;
end $$;
