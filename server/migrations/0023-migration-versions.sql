comment on table schema_migrations is 'The applied migrations: the SHA-256 of each file, and the version of Muneem that applied it.';
