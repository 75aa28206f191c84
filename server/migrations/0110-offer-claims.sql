-- A user's statement to have completed an offer; title, type and coins as they were when it was made.
create table offer_claims (
  id text primary key,
  created_at timestamptz not null,
  offer_id text not null references offers (id),
  offer_title text not null,
  offer_type text not null check (offer_type in ('prime', 'regular')),
  coins bigint not null check (coins > 0),
  user_id bigint not null references users (id),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text check (reason <> ''),
  verified_by text,
  verified_at timestamptz,
  -- What the search box looks in, in small letters: title, ids, and the user's name when the claim was made.
  search_text text not null,
  check ((status = 'pending') = (verified_at is null) and (status = 'pending') = (verified_by is null)),
  check ((status = 'rejected') = (reason is not null))
);
-- One claim of a user for an offer that waits or was granted; after a rejection they may try again.
create unique index offer_claims_once on offer_claims (offer_id, user_id) where status <> 'rejected';
create index offer_claims_pending on offer_claims (created_at desc, id desc) where status = 'pending';
create index offer_claims_pending_coins on offer_claims (coins, created_at desc, id desc) where status = 'pending';
create index offer_claims_user on offer_claims (user_id, created_at desc);
create index offer_claims_search on offer_claims using gin (search_text gin_trgm_ops) where status = 'pending';

-- A decision stands.
create trigger offer_claims_decided before update on offer_claims
  for each row when (old.status <> 'pending') execute function refuse_change();
create trigger offer_claims_kept before delete on offer_claims for each row execute function refuse_change();
