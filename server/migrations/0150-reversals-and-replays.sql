-- A conversion that the network took back, and what it was worth until then (its own row then says 0).
create table conversion_reversals (
  conversion_id text primary key,
  conversion_created_at timestamptz not null,
  click_id text not null,
  event_key text not null,
  offer_id text not null,
  reversed_at timestamptz not null,
  reason text not null,
  -- null: the reversal came before its conversion.
  status_before text check (status_before in ('approved', 'pending', 'rejected', 'cutbacked')),
  user_payout_paise bigint not null default 0 check (user_payout_paise >= 0),
  referral_payout_paise bigint not null default 0 check (referral_payout_paise >= 0),
  reward_coins bigint not null default 0 check (reward_coins >= 0),
  referral_coins bigint not null default 0 check (referral_coins >= 0)
);
create index conversion_reversals_click on conversion_reversals (click_id);
create trigger conversion_reversals_append_only before update or delete on conversion_reversals
  for each row execute function refuse_change();

-- The credits (journals) of reversed conversions. A wallet that no longer has the coins owes them: no part is taken.
create table reversed_credits (
  journal_id bigint primary key,
  conversion_id text not null references conversion_reversals (conversion_id),
  kind text not null check (kind in ('reward', 'referral')),
  user_id bigint not null,
  coins bigint not null check (coins > 0),
  -- The journal's key, under which it is undone.
  journal_key text not null,
  status text not null check (status in ('taken', 'owed', 'written_off')),
  owed_since timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  note text,
  check ((status = 'owed') = (settled_at is null))
);
create index reversed_credits_conversion on reversed_credits (conversion_id);
create index reversed_credits_owed on reversed_credits (user_id, owed_since) where status = 'owed';
create trigger reversed_credits_kept before delete on reversed_credits for each row execute function refuse_delete();

-- Stored postbacks that an administrator had looked at again.
create table postback_replays (
  id text primary key,
  -- One confirmed replay: all its rows.
  batch_id text not null,
  postback_id text not null,
  postback_received_at timestamptz not null,
  replayed_at timestamptz not null,
  actor_name text not null,
  verdict text not null,
  conversion_id text
);
create index postback_replays_postback on postback_replays (postback_id, replayed_at desc);
create trigger postback_replays_append_only before update or delete on postback_replays
  for each row execute function refuse_change();

-- The log by verdict, but not the great many that went well.
create index postback_log_refused on postback_log (offer_id, verdict, received_at desc, id desc)
  where verdict not in ('accepted', 'duplicate');
