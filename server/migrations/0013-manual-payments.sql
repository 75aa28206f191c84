-- Manual payments: clicks that an administrator paid.
create table manual_payments (
  id text primary key,
  click_id text not null unique,
  -- The conversion carries the reward. This row belongs to the history.
  conversion_id text not null unique,
  user_id bigint references users (id),
  user_name text not null,
  user_email text not null,
  offer_id text not null references offers (id),
  offer_title text not null,
  reward_coins bigint not null check (reward_coins >= 0),
  paid_by text not null,
  -- Lower-case text for the search box.
  search_text text not null,
  paid_at timestamptz not null
);
comment on table manual_payments is 'Clicks that an administrator paid, each once. Append-only.';

create index manual_payments_paid on manual_payments (paid_at desc, id desc);
create index manual_payments_user on manual_payments (user_id) where user_id is not null;
create index manual_payments_search on manual_payments using gin (search_text gin_trgm_ops);
