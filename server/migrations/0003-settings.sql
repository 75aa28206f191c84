-- Settings: the one row of system settings, and the codes that confirm a change.
create table settings (
  singleton boolean primary key default true check (singleton),
  version integer not null default 1,
  security_token_sealed text not null,
  -- The previous security token, while an administrator keeps accepting it.
  old_security_token_sealed text,
  old_security_token_until timestamptz,
  domain text not null,
  system_name text not null,
  admin_email text not null,
  bulkpe_api_key_sealed text,
  auto_payout_enabled boolean not null default false,
  -- Auto Payout leaves a withdrawal with one of these flags to an admin.
  auto_payout_flags text[] not null default '{shared_upi,shared_account,burst}',
  -- Null: the limit of one withdrawal, AUTO_PAYOUT_MAX_RUPEES.
  auto_payout_user_limit_rupees integer check (auto_payout_user_limit_rupees > 0),
  -- Per day of Asia/Kolkata.
  auto_payout_day_limit_rupees integer not null default 100000 check (auto_payout_day_limit_rupees > 0),
  -- Limits for one person. Null: no limit.
  second_person_withdrawal_rupees integer check (second_person_withdrawal_rupees > 0),
  second_person_day_rupees integer check (second_person_day_rupees > 0),
  second_person_run_rupees integer check (second_person_run_rupees > 0),
  second_person_manual_day_rupees integer check (second_person_manual_day_rupees > 0),
  updated_at timestamptz not null default now(),
  -- An admin closed the checklist of a new installation.
  set_up_dismissed_at timestamptz,
  check ((old_security_token_sealed is null) = (old_security_token_until is null))
);
comment on table settings is 'The one row of system settings. Secrets are encrypted (AES-256-GCM). The version rises with every change.';

create table settings_codes (
  id bigint generated always as identity primary key,
  admin_id text not null,
  change_hash text not null,
  settings_version integer not null,
  code_hash text not null,
  failures integer not null default 0,
  token_hash text unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  superseded_at timestamptz,
  token_expires_at timestamptz,
  used_at timestamptz
);
comment on table settings_codes is 'One-time codes for changing the settings. A code belongs to one admin and one change of one version. A verified code becomes a token for one save.';

create index settings_codes_admin on settings_codes (admin_id, created_at desc);
