-- The log is read newest first, by actor, by action, by both, or by record; every way has its own order, so that a page
-- costs the same among ten million entries as among ten.
drop index audit_log_at;
drop index audit_log_entity;
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_action on audit_log (action, at desc, id desc);
create index audit_log_actor_action on audit_log (actor_id, action, at desc, id desc);
create index audit_log_record on audit_log (entity_id, entity_type, at desc, id desc);
