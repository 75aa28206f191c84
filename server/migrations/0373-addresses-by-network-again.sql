-- 0280 was changed after databases had applied it: they have neither its trigger nor what it keeps out meanwhile. This brings
-- both histories to one schema, and changes nothing where 0280 was applied as it stands.
create or replace function keep_address_by_network() returns trigger language plpgsql as $$
begin
  if family(new.click_ip) = 6 then new.click_ip := host(network(set_masklen(new.click_ip, 64)))::inet; end if;
  return new;
end $$;
create or replace trigger conversion_addresses_by_network before insert on conversion_addresses
  for each row execute function keep_address_by_network();

-- Whole addresses that were written without it; of several of one network the first conversion keeps the place.
lock table conversion_addresses in share row exclusive mode;
with named as (
  select offer_id, event_key, click_ip, host(network(set_masklen(click_ip, 64)))::inet as first_of_network
  from conversion_addresses where family(click_ip) = 6
), wrong as (
  select distinct offer_id, event_key, first_of_network from named where click_ip <> first_of_network
), removed as (
  delete from conversion_addresses a using named n join wrong w using (offer_id, event_key, first_of_network)
  where (a.offer_id, a.event_key, a.click_ip) = (n.offer_id, n.event_key, n.click_ip)
  returning a.offer_id, a.event_key, n.first_of_network, a.conversion_id
)
insert into conversion_addresses (offer_id, event_key, click_ip, conversion_id)
select distinct on (offer_id, event_key, first_of_network) offer_id, event_key, first_of_network, conversion_id
from removed order by offer_id, event_key, first_of_network, conversion_id;
