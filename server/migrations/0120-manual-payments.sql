-- Clicks that an administrator paid by hand: each once. The conversion carries the reward; this is the history's own list.
create table manual_payments (
  id text primary key,
  paid_at timestamptz not null,
  click_id text not null unique,
  conversion_id text not null unique,
  user_id bigint references users (id),
  user_name text not null,
  user_email text not null,
  offer_id text not null references offers (id),
  offer_title text not null,
  reward_coins bigint not null check (reward_coins >= 0),
  paid_by text not null,
  -- What the search box looks in, in small letters.
  search_text text not null
);
create index manual_payments_paid on manual_payments (paid_at desc, id desc);
create index manual_payments_user on manual_payments (user_id) where user_id is not null;
create index manual_payments_search on manual_payments using gin (search_text gin_trgm_ops);
create trigger manual_payments_append_only before update or delete on manual_payments
  for each row execute function refuse_change();
