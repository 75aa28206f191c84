-- Where an approved conversion is reported to: a tracking company's address with macros.
create table custom_postbacks (
  id text primary key,
  offer_id text not null references offers (id),
  company_name text not null,
  company_id text not null,
  contact_email text,
  contact_person text,
  event_name text not null,
  event_key text not null generated always as (lower(event_name)) stored,
  postback_url text not null,
  http_method text not null default 'GET' check (http_method in ('GET', 'POST')),
  auth_type text not null default 'none' check (auth_type in ('none', 'bearer', 'basic', 'api_key')),
  auth_sealed text,
  priority integer not null default 1 check (priority between 1 and 10),
  retry_count integer not null default 3 check (retry_count between 0 and 10),
  timeout_ms integer not null default 10000 check (timeout_ms between 1000 and 60000),
  status text not null default 'inactive' check (status in ('active', 'inactive', 'testing')),
  failures_in_row integer not null default 0,
  total_fired bigint not null default 0,
  success_count bigint not null default 0,
  error_count bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index custom_postbacks_offer on custom_postbacks (offer_id) where deleted_at is null;

-- The transactional outbox: written with the conversion, so that neither exists without the other.
create table postback_deliveries (
  id bigint generated always as identity primary key,
  custom_postback_id text not null references custom_postbacks (id),
  conversion_id text not null,
  priority integer not null,
  status text not null default 'waiting' check (status in ('waiting', 'sending', 'delivered', 'exhausted')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz,
  macros jsonb not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (custom_postback_id, conversion_id)
);
create index postback_deliveries_due on postback_deliveries (next_attempt_at, priority) where status in ('waiting', 'sending');
