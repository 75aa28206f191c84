-- Inbound postbacks: the log, and what an administrator replayed from it.
create table postback_log (
  id text not null,
  offer_id text,
  event_key text,
  click_id text,
  conversion_id text,
  method text not null,
  url text not null,
  body text,
  ip inet,
  user_agent text,
  verdict text not null,
  http_status integer not null,
  detail text,
  received_at timestamptz not null,
  primary key (received_at, id)
) partition by range (received_at);
comment on table postback_log is 'Every inbound postback and its verdict: the answer to "why was I not paid?". Partitioned by month.';
create table postback_log_default partition of postback_log default;

create table postback_replays (
  id text primary key,
  -- All rows of one confirmed replay.
  batch_id text not null,
  postback_id text not null,
  postback_received_at timestamptz not null,
  conversion_id text,
  verdict text not null,
  actor_name text not null,
  replayed_at timestamptz not null
);
comment on table postback_replays is 'Logged postbacks that an administrator replayed. Append-only.';

create index postback_log_click on postback_log (click_id) where click_id is not null;
create index postback_log_offer on postback_log (offer_id, received_at desc) where offer_id is not null;
-- Small, because most postbacks are accepted or duplicates.
create index postback_log_refused on postback_log (offer_id, verdict, received_at desc, id desc)
  where verdict not in ('accepted', 'duplicate');
create index postback_replays_postback on postback_replays (postback_id, replayed_at desc);
