-- An IPv6 customer has a /64 to himself and changes its addresses at will: it counts as one address, kept as its first one.
-- Of several that were paid before, the first conversion keeps it.
lock table conversion_addresses in share row exclusive mode;
with removed as (
  delete from conversion_addresses where family(click_ip) = 6 returning *
)
insert into conversion_addresses (offer_id, event_key, click_ip, conversion_id)
select distinct on (offer_id, event_key, first_of_network) offer_id, event_key, first_of_network, conversion_id
from removed cross join lateral (select host(network(set_masklen(click_ip, 64)))::inet as first_of_network) n
order by offer_id, event_key, first_of_network, conversion_id;

-- The database keeps the form: a process of the version before, which writes whole addresses, meets the same rule.
create function keep_address_by_network() returns trigger language plpgsql as $$
begin
  if family(new.click_ip) = 6 then new.click_ip := host(network(set_masklen(new.click_ip, 64)))::inet; end if;
  return new;
end $$;
create trigger conversion_addresses_by_network before insert on conversion_addresses
  for each row execute function keep_address_by_network();
