-- A second person: calls above a limit wait as proposals until another administrator confirms them.
create table proposals (
  id text primary key,
  status text not null default 'open' check (status in ('open', 'confirmed', 'declined', 'withdrawn')),
  -- The route of the call, as in OpenAPI.
  method text not null,
  path text not null,
  -- Path parameters and body. They may contain a key, so they are encrypted.
  call_sealed text not null,
  -- SHA-256 of everything that the call is about, as it was when it was proposed.
  digest text not null,
  title text not null,
  reason text not null,
  amount_paise bigint check (amount_paise >= 0),
  record_type text not null,
  record_id text not null,
  proposed_by text not null references admins,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text references admins,
  decided_at timestamptz,
  decision_reason text,
  check ((status = 'open') = (decided_at is null)),
  -- The rule that this table exists for.
  constraint proposals_second_person check (status <> 'confirmed' or decided_by <> proposed_by)
);
comment on table proposals is 'Calls of an administrator that another one must confirm. An open one whose time is over counts as expired.';

create table second_person_days (
  admin_id text not null,
  -- In Asia/Kolkata.
  day date not null,
  kind text not null check (kind in ('approved', 'by_hand')),
  paise bigint not null check (paise >= 0),
  primary key (admin_id, day, kind)
);
comment on table second_person_days is 'The rupees that one administrator alone approved and paid by hand on a day, while a limit is set.';

create index proposals_record on proposals (record_type, record_id) where status = 'open';
create unique index proposals_open on proposals (method, path, record_type, record_id) where status = 'open';
create index proposals_age on proposals (proposed_at desc);
