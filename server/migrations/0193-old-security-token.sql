-- The security token before the current one, where a person asked for it to hold a while longer.
alter table settings
  add column old_security_token_sealed text,
  add column old_security_token_until timestamptz,
  add check ((old_security_token_sealed is null) = (old_security_token_until is null));
