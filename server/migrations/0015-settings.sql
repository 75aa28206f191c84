-- The one row of system settings. Secrets are sealed (AES-256-GCM); `version` rises with every change.
create table settings (
  singleton boolean primary key default true check (singleton),
  security_token_sealed text not null,
  domain text not null,
  system_name text not null,
  admin_email text not null,
  bulkpe_api_key_sealed text,
  auto_payout_enabled boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- One-time codes for changing the settings. A code belongs to one admin and to exactly one change of one version;
-- once verified it becomes a token for one save.
create table settings_codes (
  id bigint generated always as identity primary key,
  admin_id text not null,
  change_hash text not null,
  settings_version integer not null,
  code_hash text not null,
  failures integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  superseded_at timestamptz,
  token_hash text unique,
  token_expires_at timestamptz,
  used_at timestamptz
);
create index settings_codes_admin on settings_codes (admin_id, created_at desc);
