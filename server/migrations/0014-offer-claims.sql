-- Offer claims: users say that they completed an offer, and an administrator decides.

-- Title, type and coins have their values at the time of the claim.
create table offer_claims (
  id text primary key,
  offer_id text not null references offers (id),
  user_id bigint not null references users (id),
  offer_title text not null,
  offer_type text not null check (offer_type in ('prime', 'regular')),
  coins bigint not null check (coins > 0),
  -- The offer's coins minus those its clicks had earned. Null: not approved, or no coins.
  credited_coins bigint check (credited_coins is null or (credited_coins between 1 and coins and status = 'approved')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text check (reason <> ''),
  verified_by text,
  -- Lower-case title, ids and user name at the time of the claim.
  search_text text not null,
  created_at timestamptz not null,
  verified_at timestamptz,
  check ((status = 'pending') = (verified_at is null) and (status = 'pending') = (verified_by is null)),
  check ((status = 'rejected') = (reason is not null))
);
comment on table offer_claims is 'A user''s claim to have completed an offer, and the decision.';

create table claim_reversals (
  conversion_id text primary key references conversion_reversals (conversion_id),
  claim_id text not null references offer_claims (id),
  noted_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  note text,
  check ((settled_at is null) = (settled_by is null) and (settled_at is null) = (note is null))
);
comment on table claim_reversals is 'Reversed events of offers that an approved claim has paid. The claim''s coins stay until an admin decides.';

-- One pending or approved claim per user and offer. A user may claim again after a rejection.
create unique index offer_claims_once on offer_claims (offer_id, user_id) where status <> 'rejected';
create index offer_claims_pending on offer_claims (created_at desc, id desc) where status = 'pending';
create index offer_claims_pending_coins on offer_claims (coins, created_at desc, id desc) where status = 'pending';
create index offer_claims_user on offer_claims (user_id, created_at desc);
create index offer_claims_search on offer_claims using gin (search_text gin_trgm_ops) where status = 'pending';
-- Every batch of events reads this index.
create index offer_claims_granted on offer_claims (user_id, offer_id) where status = 'approved';
create index claim_reversals_open on claim_reversals (noted_at, conversion_id) where settled_at is null;
create index claim_reversals_claim on claim_reversals (claim_id);
