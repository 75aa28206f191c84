-- The dashboard asks every few seconds which custom postbacks fail; almost none does.
create index custom_postbacks_failing on custom_postbacks (failures_in_row desc) where failures_in_row > 0 and deleted_at is null;
