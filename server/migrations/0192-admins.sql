-- Administrators can be disabled; sessions are ended from a list or with their administrator.
alter table admins add column disabled_at timestamptz;
alter table admin_sessions drop constraint admin_sessions_ended_by_check;
alter table admin_sessions add constraint admin_sessions_ended_by_check
  check (ended_by in ('sign_out', 'password_reset', 'from_list', 'disabled'));

-- Mailed links to become an administrator: 48 hours, once. A new one for an address takes the place of the open one.
create table admin_invitations (
  id text primary key,
  token_hash text not null unique,
  email text not null check (email = lower(email) and email <> ''),
  invited_by text not null references admins on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  withdrawn_at timestamptz
);
create unique index admin_invitations_open on admin_invitations (email) where used_at is null and withdrawn_at is null;

-- The secret of an authenticator app, sealed. `last_step`: the newest 30 seconds whose code was accepted; none is accepted twice.
create table admin_authenticators (
  admin_id text primary key references admins on delete cascade,
  secret_sealed text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
create table admin_recovery_codes (
  admin_id text not null references admin_authenticators on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (admin_id, code_hash)
);

alter table sign_in_challenges
  add column method text not null default 'email' check (method in ('email', 'authenticator'));
