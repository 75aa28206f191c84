-- Deleted users are few: they are found without reading the others.
create index users_deleted on users (id) where deleted_at is not null;
