-- Problems that users report.

-- Sorted by urgency, the order of lists.
create type problem_status as enum ('open', 'in_progress', 'resolved', 'closed');

create table problems (
  id text primary key,
  user_id bigint not null references users,
  type text not null check (type in ('technical', 'payment', 'offer', 'other')),
  status problem_status not null default 'open',
  title text not null check (title <> '' and length(title) <= 200),
  description text not null check (description <> '' and length(description) <= 5000),
  attachments text[] not null default '{}' check (cardinality(attachments) <= 10),
  admin_response text check (admin_response <> '' and length(admin_response) <= 5000),
  responded_by text,
  -- Lower-case text of the problem and the user at the time of the report.
  search_text text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  responded_at timestamptz,
  resolved_at timestamptz,
  check ((status in ('resolved', 'closed')) = (resolved_at is not null)),
  check ((admin_response is null) = (responded_at is null) and (admin_response is null) = (responded_by is null))
);
comment on table problems is 'Problems that users report to the administrators.';

create index problems_created on problems (created_at desc, id desc);
create index problems_updated on problems (updated_at desc, id desc);
create index problems_attention on problems (status, created_at desc, id desc);
create index problems_type on problems (type, created_at desc, id desc);
create index problems_user on problems (user_id);
create index problems_search on problems using gin (search_text gin_trgm_ops);
