-- The people of the back-office.
create table admins (
  id text primary key,
  email text not null unique check (email = lower(email) and email <> ''),
  name text not null,
  password_hash text not null,
  created_at timestamptz not null,
  password_changed_at timestamptz not null
);

-- A sign-in whose password was right and whose code is awaited: one for each administrator, a new one takes its place.
create table sign_in_challenges (
  admin_id text primary key references admins on delete cascade,
  id text not null unique,
  -- HMAC of the code under a key derived from APP_SECRET: six digits could be guessed from a bare hash.
  code_hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0 check (attempts between 0 and 5),
  resends integer not null default 0,
  consumed_at timestamptz,
  -- Until when another code may be sent for this password.
  resend_until timestamptz not null
);

-- Open sessions. Only a hash of the token is kept.
create table admin_sessions (
  id text primary key,
  token_hash text not null unique,
  admin_id text not null references admins on delete cascade,
  -- The challenge that opened it: one code, one session.
  challenge_id text not null unique,
  remembered boolean not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('sign_out', 'password_reset')),
  ip inet,
  user_agent text,
  check ((ended_at is null) = (ended_by is null))
);
create index admin_sessions_live on admin_sessions (admin_id, expires_at) where ended_at is null;
create index admin_sessions_end on admin_sessions (expires_at);

-- Links to choose a new password: 30 minutes, once.
create table password_resets (
  token_hash text primary key,
  admin_id text not null references admins on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_admin on password_resets (admin_id) where used_at is null;
create index password_resets_end on password_resets (expires_at);
