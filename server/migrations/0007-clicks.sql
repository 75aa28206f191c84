-- Clicks: tracked visits.

-- The id is a ULID that contains created_at, so an id alone selects its partition.
create table clicks (
  id text not null,
  offer_id text not null,
  -- Null: an anonymous click.
  user_id bigint,
  status text not null check (status in ('pending', 'clicked', 'in_progress', 'completed', 'failed')),
  p1 text, p2 text, p3 text, p4 text, p5 text, p6 text,
  upi text,
  params jsonb,
  click_ip inet,
  user_agent text,
  created_at timestamptz not null,
  followed_at timestamptz,
  completed_at timestamptz,
  paid_at timestamptz,
  primary key (id, created_at)
) partition by range (created_at);
comment on table clicks is 'One row per tracked visit. Partitioned by month.';
create table clicks_default partition of clicks default;
create table test_clicks (
  id text primary key,
  offer_id text not null references offers (id),
  redirect_url text not null,
  made_by text not null,
  created_at timestamptz not null
);
comment on table test_clicks is 'Clicks that administrators make to try a tracking URL. A postback for one finds no click, so it never pays.';

-- No index may contain columns that change with a click's status: status, completed_at.
create index clicks_created on clicks (created_at);
create index clicks_offer on clicks (offer_id, created_at desc);
create index clicks_user on clicks (user_id, created_at desc) where user_id is not null;
create index test_clicks_offer on test_clicks (offer_id, created_at desc);
