-- Two rare things at once: what was not approved of one offer, what no postback brought of one offer, and what is neither.
-- None of them holds a row that an approved postback writes.
create index conversions_offer_not_approved on conversions (offer_id, status, created_at desc, id desc) where status <> 'approved';
create index conversions_offer_other_sources on conversions (offer_id, source, created_at desc, id desc) where source <> 'postback';
create index conversions_rare on conversions (source, status, created_at desc, id desc) where source <> 'postback' and status <> 'approved';
