-- A person's word about an attempt. It counts where the account that sent the attempt cannot be asked any more.
alter table payout_attempts add column declared_at timestamptz;
update payout_attempts set declared_at = finished_at where status = 'not_paid' and error like 'Declared not paid by %';

insert into legal_transitions (entity, from_status, to_status) values
  -- The provider can know a transfer that we believe never left.
  ('payout_attempts', 'not_sent', 'paid'),
  ('payout_attempts', 'not_sent', 'in_flight'),
  -- A new attempt is cancelled before it leaves when an earlier one turns out to be paid.
  ('payout_attempts', 'created', 'not_sent');
