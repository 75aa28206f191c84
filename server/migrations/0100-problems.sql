-- In the order in which they want attention: lists sort by it.
create type problem_status as enum ('open', 'in_progress', 'resolved', 'closed');

-- What users report to the administrators.
create table problems (
  id text primary key,
  user_id bigint not null references users,
  title text not null check (title <> '' and length(title) <= 200),
  description text not null check (description <> '' and length(description) <= 5000),
  type text not null check (type in ('technical', 'payment', 'offer', 'other')),
  status problem_status not null default 'open',
  attachments text[] not null default '{}' check (cardinality(attachments) <= 10),
  admin_response text check (admin_response <> '' and length(admin_response) <= 5000),
  responded_by text,
  responded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  resolved_at timestamptz,
  version integer not null default 1,
  -- What the search box looks in, in small letters: the problem, and the user as they were when they reported it.
  search_text text not null,
  check ((status in ('resolved', 'closed')) = (resolved_at is not null)),
  check ((admin_response is null) = (responded_at is null) and (admin_response is null) = (responded_by is null))
);
create index problems_created on problems (created_at desc, id desc);
create index problems_updated on problems (updated_at desc, id desc);
create index problems_attention on problems (status, created_at desc, id desc);
create index problems_type on problems (type, created_at desc, id desc);
create index problems_user on problems (user_id);
create index problems_search on problems using gin (search_text gin_trgm_ops);
