-- Messages of a network that do not approve an event which it approved before. They move no coins: an administrator decides.
create table contradictions (
  id bigint generated always as identity primary key,
  conversion_id text not null,
  conversion_created_at timestamptz not null,
  click_id text not null,
  -- The network's statement, in one sentence. A repeat counts in the same row.
  said text not null,
  times integer not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Null: open. A dismissed statement stays dismissed when the network repeats it.
  decision text check (decision in ('reversed', 'dismissed')),
  reason text,
  decided_at timestamptz,
  decided_by text,
  unique (conversion_id, said),
  check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null))
);
comment on table contradictions is 'Messages that contradict an approved conversion, and what was decided about them.';

create index contradictions_open on contradictions (first_at, id) where decision is null;
create index contradictions_click on contradictions (click_id);

create trigger contradictions_kept before delete on contradictions for each row execute function refuse_delete();
