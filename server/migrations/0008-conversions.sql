-- Conversions: rewarded events of clicks, what limits them, and their reversals.

-- Not partitioned: uniqueness must be global.
create table conversion_keys (
  click_id text not null,
  -- 0 for a manual payment of the click.
  event_id bigint not null,
  conversion_id text not null,
  -- The approved keys of a click count towards its completion.
  approved boolean not null,
  -- The network has not approved the event yet, and its approval settles the conversion.
  -- A conversion of an inactive offer is pending too, but only an admin settles it.
  awaits_approval boolean not null default false,
  primary key (click_id, event_id)
);
comment on table conversion_keys is 'The one row per click and event that makes a conversion happen once.';

-- The time in an id (`cnv_` and a ULID) is created_at, so the primary key serves look-ups and "newest first".
create table conversions (
  id text not null,
  click_id text not null,
  click_created_at timestamptz not null,
  offer_id text not null,
  offer_title text not null,
  -- 0 for a manual payment.
  event_id bigint not null default 0,
  event_name text not null,
  -- The lower-case name, used by reports.
  event_key text not null,
  user_id bigint,
  referrer_user_id bigint,
  source text not null check (source in ('postback', 'smart_poll', 'manual')),
  status text not null check (status in ('approved', 'pending', 'rejected', 'cutbacked')),
  reason text,
  user_payout_paise bigint not null default 0 check (user_payout_paise >= 0),
  referral_payout_paise bigint not null default 0 check (referral_payout_paise >= 0),
  total_payout_paise bigint not null generated always as (user_payout_paise + referral_payout_paise) stored,
  reward_coins bigint not null default 0 check (reward_coins >= 0),
  referral_coins bigint not null default 0 check (referral_coins >= 0),
  click_ip inet,
  conversion_ip inet,
  city text,
  state text,
  country text,
  p1 text, p2 text, p3 text, p4 text, p5 text, p6 text,
  external_data jsonb,
  smart_poll_data jsonb,
  -- In paise. Null: unknown.
  expected_revenue_paise bigint check (expected_revenue_paise >= 0),
  -- The network's amount as it was sent, also if it is not an amount.
  reported_amount text,
  reported_currency text,
  -- Rupees for one unit of the currency, in millionths.
  reported_rate_micros bigint,
  reported_revenue_paise bigint check (reported_revenue_paise >= 0),
  -- The revenue that counts. Null: unknown.
  revenue_paise bigint check (revenue_paise >= 0),
  created_at timestamptz not null,
  approved_at timestamptz,
  primary key (created_at, id)
) partition by range (created_at);
comment on table conversions is 'One row per counted event of a click. Partitioned by month.';
create table conversions_default partition of conversions default;

-- The day is in Asia/Kolkata. Lock order: event, day.
create table event_day_counts (
  event_id bigint not null,
  day date not null,
  approved bigint not null default 0,
  primary key (event_id, day)
);
comment on table event_day_counts is 'Approved conversions of an event per day: the daily cap. The lifetime count is their sum.';

-- An IPv6 customer can use any address of a /64, so the row has the network's first address.
create table conversion_addresses (
  event_id bigint not null,
  click_ip inet not null check (family(click_ip) = 4 or click_ip = host(network(set_masklen(click_ip, 64)))::inet),
  conversion_id text not null,
  primary key (event_id, click_ip)
);
comment on table conversion_addresses is 'One rewarded conversion per event and click IP address, where the offer asks for it (ipBlock).';

-- A reversal sets the conversion's own amounts to 0.
create table conversion_reversals (
  conversion_id text primary key,
  conversion_created_at timestamptz not null,
  click_id text not null,
  event_key text not null,
  offer_id text not null,
  reason text not null,
  -- Null: the reversal came before its conversion.
  status_before text check (status_before in ('approved', 'pending', 'rejected', 'cutbacked')),
  user_payout_paise bigint not null default 0 check (user_payout_paise >= 0),
  referral_payout_paise bigint not null default 0 check (referral_payout_paise >= 0),
  reward_coins bigint not null default 0 check (reward_coins >= 0),
  referral_coins bigint not null default 0 check (referral_coins >= 0),
  revenue_paise bigint check (revenue_paise >= 0),
  reversed_at timestamptz not null
);
comment on table conversion_reversals is 'Reversed conversions, and what each was worth before. Append-only.';

create table reversed_credits (
  journal_id bigint primary key,
  -- The ledger key of the journal to reverse.
  journal_key text not null,
  conversion_id text not null references conversion_reversals (conversion_id),
  user_id bigint not null,
  kind text not null check (kind in ('reward', 'referral')),
  coins bigint not null check (coins > 0),
  -- `owed`: the wallet no longer has the coins. They are only taken whole.
  status text not null check (status in ('taken', 'owed', 'written_off')),
  note text,
  owed_since timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  check ((status = 'owed') = (settled_at is null))
);
comment on table reversed_credits is 'The credits (journals) of reversed conversions: taken, outstanding or written off.';

create table user_rewards (
  event_id bigint not null,
  user_id bigint not null,
  -- The day in Asia/Kolkata. '-infinity': once for all days.
  period date not null,
  click_id text not null,
  primary key (event_id, user_id, period)
);
comment on table user_rewards is 'The rewarded click per event, user and period, where the offer does not pay each click. A manual payment claims every event.';

-- Messages of a network that do not approve an event which it approved before. They move no coins: an administrator decides.
create table contradictions (
  id bigint generated always as identity primary key,
  conversion_id text not null,
  conversion_created_at timestamptz not null,
  click_id text not null,
  -- The network's statement, in one sentence. A repeat counts in the same row.
  said text not null,
  times integer not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Null: open. A dismissed statement stays dismissed when the network repeats it.
  decision text check (decision in ('reversed', 'dismissed')),
  reason text,
  decided_at timestamptz,
  decided_by text,
  unique (conversion_id, said),
  check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null))
);
comment on table contradictions is 'Messages that contradict an approved conversion, and what was decided about them.';

create index conversions_click on conversions (click_id);
create index conversions_user on conversions (user_id, created_at desc) where user_id is not null;
create index conversions_offer on conversions (offer_id, created_at desc, id desc);
-- Empty, and free, while no city is known.
create index conversions_city on conversions (city, created_at desc, id desc) where city is not null;
create index conversions_event on conversions (event_key, created_at desc, id desc);
-- Rejected, pending and non-postback conversions are rare. Partial indexes find them,
-- and an approved postback writes to none of these.
create index conversions_other_sources on conversions (created_at desc, id desc) where source <> 'postback';
create index conversions_not_approved on conversions (created_at desc, id desc) where status <> 'approved';
create index conversions_rare on conversions (source, status, created_at desc, id desc) where source <> 'postback' and status <> 'approved';
create index conversions_offer_other_sources on conversions (offer_id, source, created_at desc, id desc) where source <> 'postback';
create index conversions_offer_not_approved on conversions (offer_id, status, created_at desc, id desc) where status <> 'approved';
create index conversion_reversals_click on conversion_reversals (click_id);
create index reversed_credits_conversion on reversed_credits (conversion_id);
create index reversed_credits_owed on reversed_credits (user_id, owed_since) where status = 'owed';
create index contradictions_open on contradictions (first_at, id) where decision is null;
create index contradictions_click on contradictions (click_id);
