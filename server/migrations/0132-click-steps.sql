-- A click's steps touch no index: `completed_at` is named by none any more, so that a page keeps them to itself (HOT).
create index clicks_created on clicks (created_at);
drop index clicks_open;

-- A completion is written with its conversion, whose user and offer were just read; neither is ever deleted. The keys'
-- look-ups and their locks on the one row of a busy offer cost more than the row.
alter table offer_completions drop constraint if exists offer_completions_offer_id_fkey;
alter table offer_completions drop constraint if exists offer_completions_user_id_fkey;
