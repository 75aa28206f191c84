-- Auth: administrators, their sessions and every way to sign in.
create table admins (
  id text primary key,
  email text not null unique check (email = lower(email) and email <> ''),
  name text not null,
  role text not null check (role in ('owner', 'finance', 'offers', 'support', 'auditor')),
  password_hash text not null,
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  disabled_at timestamptz,
  -- The last time that an owner enabled them again. Null: never disabled.
  enabled_at timestamptz,
  -- The account at the identity provider that has signed in as this administrator. Null: none yet, or disabled since.
  provider_issuer text,
  provider_subject text,
  check ((provider_issuer is null) = (provider_subject is null))
);
comment on table admins is 'Users of the back-office.';

create table admin_sessions (
  id text primary key,
  admin_id text not null references admins on delete cascade,
  -- The challenge that opened the session, or the sign-in by the identity provider: one code, one session.
  challenge_id text not null unique,
  token_hash text not null unique,
  remembered boolean not null,
  ip inet,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set if the identity provider opened the session: its names of the person and of its own session.
  provider_subject text,
  provider_sid text,
  ended_at timestamptz,
  -- `operator`: a command on the server's machine removed the second factor. `provider`: back-channel logout.
  ended_by text check (ended_by in ('sign_out', 'password_reset', 'from_list', 'disabled', 'operator', 'provider')),
  check ((ended_at is null) = (ended_by is null))
);
comment on table admin_sessions is 'Sessions. Only a hash of the token is stored.';

create table admin_invitations (
  id text primary key,
  invited_by text not null references admins on delete cascade,
  token_hash text not null unique,
  email text not null check (email = lower(email) and email <> ''),
  role text not null check (role in ('owner', 'finance', 'offers', 'support', 'auditor')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  withdrawn_at timestamptz
);
comment on table admin_invitations is 'Mailed links to become an administrator: valid for 48 hours, once. A new link for an address replaces the open one.';

create table admin_authenticators (
  admin_id text primary key references admins on delete cascade,
  secret_sealed text not null,
  -- The newest 30-second step whose code was accepted. No step is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  confirmed_at timestamptz
);
comment on table admin_authenticators is 'The encrypted secret of an administrator''s authenticator app.';

create table admin_recovery_codes (
  admin_id text not null references admin_authenticators on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (admin_id, code_hash)
);
comment on table admin_recovery_codes is 'Single-use codes for a lost authenticator app. Only hashes are stored.';

create table password_resets (
  token_hash text primary key,
  admin_id text not null references admins on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table password_resets is 'Links to choose a new password: valid for 30 minutes, once.';

create table sign_in_challenges (
  admin_id text primary key references admins on delete cascade,
  id text not null unique,
  method text not null default 'email' check (method in ('email', 'authenticator')),
  -- HMAC under a key derived from APP_SECRET: a bare hash of six digits can be guessed.
  code_hash text not null,
  attempts integer not null default 0 check (attempts between 0 and 5),
  resends integer not null default 0,
  -- The network of the password. Guesses from other networks have their own limit, so that a stranger who knows
  -- an email address cannot use up its owner's guesses.
  network text,
  foreign_attempts integer not null default 0 check (foreign_attempts between 0 and 2),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- A new code may be sent without the password until then.
  resend_until timestamptz not null,
  consumed_at timestamptz
);
comment on table sign_in_challenges is 'A sign-in with a correct password that waits for its code. One per administrator: a new one replaces it.';

-- Partial: a change of a column in a full unique index would wait for the foreign keys that point to its row.
create unique index admins_company_account on admins (provider_issuer, provider_subject) where provider_subject is not null;
create index admin_sessions_live on admin_sessions (admin_id, expires_at) where ended_at is null;
create index admin_sessions_end on admin_sessions (expires_at);
create unique index admin_invitations_open on admin_invitations (email) where used_at is null and withdrawn_at is null;
create index password_resets_admin on password_resets (admin_id) where used_at is null;
create index password_resets_end on password_resets (expires_at);
