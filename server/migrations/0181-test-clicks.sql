-- Clicks that administrators make to try out a tracking URL. They live apart from `clicks`, so that nothing that pays,
-- lists or counts clicks can ever meet one: a postback for it finds no click.
create table test_clicks (
  id text primary key,
  offer_id text not null references offers (id),
  created_at timestamptz not null,
  made_by text not null,
  redirect_url text not null
);
create index test_clicks_offer on test_clicks (offer_id, created_at desc);
