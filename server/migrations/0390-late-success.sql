-- "Failed" is a provider's word, not the end: the bank may settle the transfer after all. A closed attempt can become
-- paid or in flight again, and its withdrawal with it, as long as the coins are still held.
insert into legal_transitions (entity, from_status, to_status) values
  ('withdrawals', 'payment_failed', 'completed'),
  ('payout_attempts', 'not_paid', 'paid'),
  ('payout_attempts', 'not_paid', 'in_flight'),
  ('payout_attempts', 'refused', 'paid'),
  ('payout_attempts', 'refused', 'in_flight');
