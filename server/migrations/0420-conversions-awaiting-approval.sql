-- The network reported the event and has not approved it yet: a later approval settles the conversion. A conversion that waits
-- for a review of an inactive offer is pending too, and only an administrator settles that one.
alter table conversion_keys add column awaits_approval boolean not null default false;
