-- Payouts: transfers through a provider, and the comparison with its statement.

create table payout_attempts (
  id text primary key,
  -- The id of the withdrawal.
  payable_id text not null,
  number integer not null check (number >= 1),
  -- Our id of the transfer, the same in every call about this attempt.
  reference_id text not null unique,
  provider text not null,
  -- A keyed fingerprint of the provider account that sent the transfer, or was found to have it.
  account text,
  amount_paise bigint not null check (amount_paise > 0),
  mode text not null check (mode in ('UPI', 'IMPS', 'NEFT', 'RTGS')),
  beneficiary_name text not null,
  upi_id text,
  account_number text,
  ifsc_code text,
  status text not null default 'created' check (status in ('created', 'sending', 'in_flight', 'unknown', 'paid', 'not_paid', 'refused', 'not_sent')),
  provider_transaction_id text,
  utr text,
  provider_status text,
  error text,
  provider_answer text,
  needs_attention boolean not null default false,
  lookups integer not null default 0,
  -- Number of unsigned hints about a paid transfer since `unsigned_hints_since`.
  unsigned_hints integer not null default 0,
  unsigned_hints_since timestamptz,
  created_at timestamptz not null,
  -- Committed before the call. From then on the attempt may be paid, so it is never sent again.
  sending_at timestamptz,
  -- Last call to the provider about it. Look-ups keep a minimum distance from it.
  last_call_at timestamptz,
  -- When it is sent or looked up next. Null only if it is decided.
  next_call_at timestamptz,
  -- The provider's last answer that it does not know the transfer. An admin may only declare it not paid after that.
  unheard_at timestamptz,
  -- The same answer from an account other than the sender, and that account.
  unheard_elsewhere_at timestamptz,
  unheard_elsewhere_by text,
  -- An admin declared it not paid.
  declared_at timestamptz,
  finished_at timestamptz,
  -- The bank reversed the paid transfer.
  reversed_at timestamptz,
  -- When the provider last changed it to paid. Kept after a later "not paid".
  paid_at timestamptz,
  -- The first "not paid" since then. Null while it is paid, in flight or unknown.
  unpaid_since timestamptz,
  -- Later look-ups that also said "not paid".
  unpaid_lookups integer not null default 0,
  -- The credit on the provider's statement that returns it.
  returned_at timestamptz,
  unique (payable_id, number),
  check ((upi_id is not null) <> (account_number is not null and ifsc_code is not null)),
  check ((status = 'created') = (sending_at is null)),
  constraint payout_attempts_scheduled check (next_call_at is not null or status in ('paid', 'not_paid', 'refused', 'not_sent')),
  constraint payout_attempts_unheard_elsewhere check ((unheard_elsewhere_at is null) = (unheard_elsewhere_by is null))
);
comment on table payout_attempts is 'One attempt to pay something. Money leaves only through a row here, and at most once for each row.';

create table legal_transitions (
  entity text not null,
  from_status text not null,
  to_status text not null,
  primary key (entity, from_status, to_status)
);
comment on table legal_transitions is 'The legal status changes of withdrawals and payout attempts.';
insert into legal_transitions (entity, from_status, to_status) values
  ('withdrawals', 'pending', 'processing'),
  ('withdrawals', 'pending', 'rejected'),
  ('withdrawals', 'processing', 'completed'),
  ('withdrawals', 'processing', 'payment_failed'),
  ('withdrawals', 'payment_failed', 'processing'),
  ('withdrawals', 'payment_failed', 'rejected'),
  -- The bank settles a transfer that the provider reported as failed, while the coins are still held.
  ('withdrawals', 'payment_failed', 'completed'),
  -- The bank reverses a paid transfer.
  ('withdrawals', 'completed', 'payment_failed'),
  ('payout_attempts', 'paid', 'not_paid'),
  ('payout_attempts', 'created', 'sending'),
  ('payout_attempts', 'sending', 'in_flight'),
  ('payout_attempts', 'sending', 'unknown'),
  ('payout_attempts', 'sending', 'paid'),
  ('payout_attempts', 'sending', 'not_paid'),
  ('payout_attempts', 'sending', 'refused'),
  ('payout_attempts', 'sending', 'not_sent'),
  ('payout_attempts', 'in_flight', 'unknown'),
  ('payout_attempts', 'in_flight', 'paid'),
  ('payout_attempts', 'in_flight', 'not_paid'),
  ('payout_attempts', 'unknown', 'in_flight'),
  ('payout_attempts', 'unknown', 'paid'),
  ('payout_attempts', 'unknown', 'not_paid'),
  -- A look-up overtook the answer of the call itself, which is definite.
  ('payout_attempts', 'unknown', 'refused'),
  ('payout_attempts', 'unknown', 'not_sent'),
  -- "Failed" is not final: the bank may settle the transfer later.
  ('payout_attempts', 'not_paid', 'paid'),
  ('payout_attempts', 'not_paid', 'in_flight'),
  ('payout_attempts', 'refused', 'paid'),
  ('payout_attempts', 'refused', 'in_flight'),
  -- The provider may know a transfer that we consider unsent.
  ('payout_attempts', 'not_sent', 'paid'),
  ('payout_attempts', 'not_sent', 'in_flight'),
  -- A new attempt is cancelled before it is sent if an earlier one turns out to be paid.
  ('payout_attempts', 'created', 'not_sent');

create table reconciliation_runs (
  id text primary key,
  provider text not null,
  -- The account whose statement was read.
  account text,
  status text not null check (status in ('running', 'done', 'failed')),
  entries bigint not null default 0,
  matched bigint not null default 0,
  differing bigint,
  under_way bigint,
  too_recent bigint,
  differences bigint not null default 0,
  error text,
  from_at timestamptz not null,
  until_at timestamptz not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- The rows of the statement that a comparison could not read.
  notes text
);
comment on table reconciliation_runs is 'Each comparison of our payments with the provider''s statement.';

create table statement_entries (
  provider text not null,
  transaction_id text not null,
  reference_id text not null,
  run_id text not null,
  amount_paise bigint not null,
  -- The provider's status, and the outcome it stands for.
  word text not null,
  outcome text not null check (outcome in ('in_flight', 'paid', 'not_paid', 'unknown')),
  utr text,
  made_at timestamptz not null,
  primary key (provider, transaction_id)
);
comment on table statement_entries is 'The provider''s statement as it was last seen.';

create table payout_differences (
  id text primary key,
  provider text not null,
  kind text not null check (kind in ('missing_at_provider', 'missing_at_ours', 'amount_differs', 'status_differs', 'paid_twice')),
  reference_id text not null,
  last_run_id text not null,
  provider_transaction_id text,
  utr text,
  payable_id text,
  our_amount_paise bigint,
  their_amount_paise bigint,
  our_status text,
  their_status text,
  state text not null default 'open' check (state in ('open', 'acknowledged', 'resolved', 'gone')),
  reason text,
  -- Time of the transfer. A comparison of a later period does not cover it.
  made_at timestamptz not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  unique (provider, kind, reference_id)
);
comment on table payout_differences is 'Payments on which our records and the provider''s statement differ, and the admin''s decision.';

-- Prevents double payments: a new attempt is only possible once the earlier ones are certainly not paid.
create unique index payout_attempt_live on payout_attempts (payable_id) where status not in ('not_paid', 'refused', 'not_sent');
create index payout_attempts_due on payout_attempts (next_call_at) where next_call_at is not null;
create index payout_attempts_sent on payout_attempts (sending_at) where sending_at is not null;
create index payout_attempts_attention on payout_attempts (sending_at) where needs_attention;
create unique index reconciliation_running on reconciliation_runs ((true)) where status = 'running';
create index reconciliation_newest on reconciliation_runs (started_at desc);
create index statement_entries_reference on statement_entries (provider, reference_id);
create index statement_entries_run on statement_entries (run_id);
create index payout_differences_state on payout_differences (state, last_seen_at desc, id desc);
