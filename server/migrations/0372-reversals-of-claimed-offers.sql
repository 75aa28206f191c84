-- Events that the network took back of offers that an approved claim had paid, or paid afterwards: the claim's coins stay,
-- because a person decided them, and a person decides again.
create table claim_reversals (
  conversion_id text primary key references conversion_reversals (conversion_id),
  claim_id text not null references offer_claims (id),
  noted_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  note text,
  check ((settled_at is null) = (settled_by is null) and (settled_at is null) = (note is null))
);
create index claim_reversals_open on claim_reversals (noted_at, conversion_id) where settled_at is null;
create index claim_reversals_claim on claim_reversals (claim_id);
create trigger claim_reversals_kept before delete on claim_reversals for each row execute function refuse_delete();
create trigger claim_reversals_settled before update on claim_reversals
  for each row when (old.settled_at is not null) execute function refuse_change();

insert into claim_reversals (conversion_id, claim_id, noted_at)
select r.conversion_id, k.id, greatest(r.reversed_at, k.verified_at)
from conversion_reversals r join conversions c on c.created_at = r.conversion_created_at and c.id = r.conversion_id
join offer_claims k on k.offer_id = r.offer_id and k.user_id = c.user_id and k.status = 'approved';
