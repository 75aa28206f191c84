-- Refuses another name for an event, and its deletion: conversions refer to it.
create or replace function refuse_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'an event never changes its name or its offer, and is never deleted' using errcode = 'restrict_violation';
end $$;

-- After the update, because only then is the generated column known.
create or replace trigger offer_events_keep_name after update on offer_events for each row
  when (new.canonical_name <> old.canonical_name or new.offer_id <> old.offer_id) execute function refuse_event_change();

create or replace trigger offer_events_keep before delete on offer_events for each row execute function refuse_event_change();
