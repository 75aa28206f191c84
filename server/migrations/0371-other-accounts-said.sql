-- When another account than the one that sent an attempt last said that it knows no such transfer, and which account that was.
alter table payout_attempts
  add column unheard_elsewhere_at timestamptz,
  add column unheard_elsewhere_by text,
  add constraint payout_attempts_unheard_elsewhere check ((unheard_elsewhere_at is null) = (unheard_elsewhere_by is null));

-- The key may have been changed before accounts were remembered: what was sent before that, or while other nodes had not heard
-- of it, is of an account that nobody knows.
alter table payout_first_accounts add column since timestamptz;
alter table payout_first_accounts disable trigger payout_first_accounts_append_only;
-- The first account was noted within a minute of the start; a change after that made another account, which is known as such.
update payout_first_accounts set since = (
  select max(at) + interval '1 minute' from audit_log
  where action = 'settings.save' and after ? 'bulkpeApiKey'
    and at <= (select applied_at from schema_migrations where name = '0321-payout-accounts.sql') + interval '1 minute');
alter table payout_first_accounts enable trigger payout_first_accounts_append_only;
