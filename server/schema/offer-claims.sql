-- A decision is final.
create or replace trigger offer_claims_decided before update on offer_claims
  for each row when (old.status <> 'pending') execute function refuse_change();

create or replace trigger offer_claims_kept before delete on offer_claims for each row execute function refuse_change();

create or replace trigger claim_reversals_settled before update on claim_reversals
  for each row when (old.settled_at is not null) execute function refuse_change();

create or replace trigger claim_reversals_kept before delete on claim_reversals for each row execute function refuse_delete();

-- Retries the caller's transaction if an approved claim has already paid for one of these offers.
-- Both lock the wallet, so the later one sees the earlier.
create or replace function refuse_claimed_offers(offer_ids text[], user_ids bigint[]) returns void language plpgsql as $$
begin
  if exists (
    select from unnest(offer_ids, user_ids) as c (offer_id, user_id)
    where (select true from offer_claims k where k.offer_id = c.offer_id and k.user_id = c.user_id and k.status = 'approved')
  ) then
    raise exception 'a claim of an offer that these events earn was approved meanwhile' using errcode = 'serialization_failure';
  end if;
end $$;
