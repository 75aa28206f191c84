-- Networks, offers, their events and images, and the users who completed them.
create table networks (
  id text primary key,
  name text not null,
  contact_email text not null default '',
  currency text not null default 'INR' check (currency ~ '^[A-Z]{3}$'),
  -- The parameter of a postback with the amount that the network pays.
  payout_param text not null default 'payout',
  -- True: a comma in an amount is its decimal sign.
  decimal_comma boolean not null default false,
  note text not null default '',
  -- The names and values of its postbacks. Null: only the general rules.
  dialect jsonb,
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table networks is 'Ad networks and offer walls that pay for conversions. An archived one stays on its offers.';
create unique index networks_name on networks (lower(name));

create table network_rates (
  network_id text not null references networks (id),
  -- The first day of the rate in Asia/Kolkata.
  from_day date not null,
  micro_rupees bigint not null check (micro_rupees > 0),
  primary key (network_id, from_day)
);
comment on table network_rates is 'Millionths of a rupee for one unit of the network''s currency, from a day until the next rate.';

create table offers (
  id text primary key,
  title text not null,
  description text not null,
  coins bigint not null check (coins > 0),
  type text not null check (type in ('daily', 'video', 'install', 'share', 'prime')),
  requirements text not null,
  image_url text,
  image_id text,
  developer text not null default '',
  rating numeric(2, 1) not null default 4 check (rating between 0 and 5),
  downloads text not null default '',
  category text not null default '',
  tracking_url text not null,
  poll_url text not null default '',
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
  archived_at timestamptz,
  -- How often it pays one user: once, once a day (Asia/Kolkata) or each click.
  reward_limit text not null default 'each_click',
  network_id text references networks (id)
);
comment on table offers is 'Things to complete for coins.';

create table offer_events (
  id bigint generated always as identity primary key,
  offer_id text not null references offers (id),
  position integer not null check (position >= 1),
  name text not null,
  -- Synonyms are one name.
  canonical_name text not null generated always as (
    case lower(name) when 'default' then 'install' when 'signup' then 'register' when 'deposit' then 'order' else lower(name) end
  ) stored,
  payout_paise bigint not null default 0 check (payout_paise >= 0),
  -- The expected payment of the network for one approved conversion. Null: unknown.
  revenue_paise bigint check (revenue_paise >= 0),
  daily_cap bigint not null default 1000 check (daily_cap >= 1),
  is_required boolean not null default false,
  description text not null default '',
  removed_at timestamptz,
  unique (offer_id, canonical_name)
);
comment on table offer_events is 'The events of an offer in their order. A name belongs to one event of the offer. A removed event keeps its name, and adding the name again brings the event back.';

create table offer_completions (
  offer_id text not null,
  user_id bigint not null,
  completed_at timestamptz not null default now(),
  primary key (offer_id, user_id)
);
comment on table offer_completions is 'Which user completed which offer, once. Without foreign keys: their locks on a busy offer cost more than the row.';

create table offer_images (
  id text primary key,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp', 'image/gif')),
  bytes bytea not null check (length(bytes) < 2097152),
  created_at timestamptz not null default now()
);
comment on table offer_images is 'Uploaded images. The id is the SHA-256 of the content.';

create index offers_network on offers (network_id) where network_id is not null;
create index offers_created on offers (created_at desc) where archived_at is null;
create index offer_completions_user on offer_completions (user_id, completed_at desc);
create index offer_completions_newest on offer_completions (offer_id, completed_at desc);
