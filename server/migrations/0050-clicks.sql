-- One tracked visit. The id is a ULID and created_at is the time in it, so that an id alone finds its partition.
create table clicks (
  id text not null,
  created_at timestamptz not null,
  offer_id text not null,
  user_id bigint,
  status text not null check (status in ('pending', 'clicked', 'in_progress', 'completed', 'failed')),
  p1 text, p2 text, p3 text, p4 text, p5 text, p6 text,
  upi text,
  params jsonb,
  click_ip inet,
  user_agent text,
  followed_at timestamptz,
  completed_at timestamptz,
  paid_at timestamptz,
  primary key (id, created_at)
) partition by range (created_at);
create index clicks_offer on clicks (offer_id, created_at desc);
create index clicks_user on clicks (user_id, created_at desc) where user_id is not null;
-- No index names `status`, and a fifth of each page stays free: the step to in_progress then touches no index.
create index clicks_open on clicks (created_at) where completed_at is null and paid_at is null;
create table clicks_default partition of clicks default;
select ensure_monthly_partitions('clicks', current_date - 31, 5, 'with (fillfactor = 80)');
