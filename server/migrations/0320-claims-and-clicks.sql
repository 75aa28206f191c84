-- What approving really credited: the claim's coins less what the user's clicks of the offer had earned. Claims that were
-- approved before have none, and were credited whole.
alter table offer_claims add column credited_coins bigint
  check (credited_coins is null or (credited_coins between 1 and coins and status = 'approved'));

-- Asked when the wallets of the credits are locked: whoever approves a claim holds its user's wallet, so here the claim is
-- seen or its approval waits, and then sees these credits. With a claim the caller's transaction is done again.
create function refuse_claimed_offers(offer_ids text[], user_ids bigint[]) returns void language plpgsql as $$
begin
  if exists (
    select from unnest(offer_ids, user_ids) as c (offer_id, user_id)
    where (select true from offer_claims k where k.offer_id = c.offer_id and k.user_id = c.user_id and k.status = 'approved')
  ) then
    raise exception 'a claim of an offer that these events earn was approved meanwhile' using errcode = 'serialization_failure';
  end if;
end $$;

-- What every batch of events asks for its users and offers.
create index offer_claims_granted on offer_claims (user_id, offer_id) where status = 'approved';
