-- What an event is paid, counted and reported under for ever: its first name. Names change and only find the event. A key that
-- another event of the offer had, or would have had by a former name, gets the id; no name in small letters can be equal to that.
alter table offer_events add column key text;
update offer_events e set key = e.name_key || case when exists (
  select from offer_events o
  where o.offer_id = e.offer_id and o.name_key = e.name_key and (o.removed_at is null, o.id) > (e.removed_at is null, e.id)
) then ' (E' || e.id || ')' else '' end;
alter table offer_events alter column key set not null;
create unique index offer_events_key on offer_events (offer_id, key);

-- The names that an event had before, so that an address with one of them goes on finding it.
create table offer_event_names (
  event_id bigint not null references offer_events (id),
  name_key text not null,
  last_used_at timestamptz not null default now(),
  primary key (event_id, name_key)
);

-- Every name that an event has or had.
create view known_event_names as
select offer_id, id as event_id, name_key from offer_events
union
select e.offer_id, n.event_id, n.name_key from offer_event_names n join offer_events e on e.id = n.event_id;

create function set_event_key() returns trigger language plpgsql as $$
begin
  new.key := lower(new.name);
  if exists (select from offer_events where offer_id = new.offer_id and key = new.key)
    or exists (select from known_event_names where offer_id = new.offer_id and name_key = new.key)
  then
    new.key := new.key || ' (E' || new.id || ')';
  end if;
  return new;
end $$;
create trigger offer_events_set_key before insert on offer_events for each row execute function set_event_key();

create function refuse_event_key() returns trigger language plpgsql as $$
begin
  raise exception 'the key of an event never changes' using errcode = 'restrict_violation';
end $$;
create trigger offer_events_keep_key before update on offer_events for each row
  when (new.key is distinct from old.key or new.offer_id is distinct from old.offer_id) execute function refuse_event_key();

create function remember_event_name() returns trigger language plpgsql as $$
begin
  insert into offer_event_names (event_id, name_key) values (old.id, old.name_key)
  on conflict (event_id, name_key) do update set last_used_at = excluded.last_used_at;
  return null;
end $$;
create trigger offer_events_remember_name after update on offer_events for each row
  when (new.name_key is distinct from old.name_key) execute function remember_event_name();

-- Names of before, as the audit log has them: what was paid then stands under them.
insert into offer_event_names (event_id, name_key, last_used_at)
select e.id, lower(was."eventName"), max(a.at)
from audit_log a
cross join lateral jsonb_to_recordset(
  case when jsonb_typeof(a.before -> 'events') = 'array' then a.before -> 'events' else '[]' end
) as was (_id bigint, "eventName" text)
join offer_events e on e.id = was._id and e.offer_id = a.entity_id
where a.entity_type = 'offer' and a.action = 'offers.update' and lower(was."eventName") <> e.name_key
group by 1, 2;

-- A custom postback belongs to its event, whatever that is called; until now its name decided.
alter table custom_postbacks alter column event_key drop expression;

-- Who adds one without its key (a node of the version before) means the event that has the name.
create function set_custom_postback_event() returns trigger language plpgsql as $$
begin
  new.event_key := coalesce(
    (select key from offer_events where offer_id = new.offer_id and name_key = lower(new.event_name) and removed_at is null),
    lower(new.event_name));
  return new;
end $$;
create trigger custom_postbacks_set_event before insert on custom_postbacks for each row
  when (new.event_key is null) execute function set_custom_postback_event();
