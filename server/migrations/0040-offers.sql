create table offers (
  id text primary key,
  title text not null,
  description text not null,
  coins bigint not null check (coins > 0),
  type text not null check (type in ('daily', 'video', 'install', 'share', 'prime')),
  requirements text not null,
  image_url text,
  image_id text,
  developer text,
  rating numeric(2, 1) not null default 4 check (rating between 0 and 5),
  downloads text,
  category text,
  tracking_url text not null,
  poll_url text,
  postback_token_sealed text,
  custom_click_id_params text[] not null default '{}',
  deadline text not null default '7 days',
  steps jsonb not null default '[]',
  is_active boolean not null default true,
  ip_whitelist_enabled boolean not null default false,
  ip_whitelist text not null default '',
  ip_block_enabled boolean not null default false,
  completed_count bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz
);
create index offers_created on offers (created_at desc) where archived_at is null;

-- Events of an offer in their order; `name_key` is the name in lower case, unique within the offer.
create table offer_events (
  id bigint generated always as identity primary key,
  offer_id text not null references offers (id),
  position integer not null check (position >= 1),
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  payout_paise bigint not null default 0 check (payout_paise >= 0),
  daily_cap bigint not null default 1000 check (daily_cap >= 1),
  is_required boolean not null default false,
  description text not null default '',
  removed_at timestamptz
);
create unique index offer_events_name on offer_events (offer_id, name_key) where removed_at is null;

-- Uploaded images, checked by content; addressed by the SHA-256 of it.
create table offer_images (
  id text primary key,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp', 'image/gif')),
  bytes bytea not null check (length(bytes) < 2097152),
  created_at timestamptz not null default now()
);

-- Which user completed which offer, once.
create table offer_completions (
  offer_id text not null references offers (id),
  user_id bigint not null references users (id),
  completed_at timestamptz not null default now(),
  primary key (offer_id, user_id)
);
create index offer_completions_user on offer_completions (user_id, completed_at desc);
create index offer_completions_newest on offer_completions (offer_id, completed_at desc);
