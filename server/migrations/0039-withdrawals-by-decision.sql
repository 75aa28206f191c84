-- The withdrawal history lists the newest decision first. A pending withdrawal has none, and the history leaves it out.
create index withdrawals_decided on withdrawals (coalesce(verified_at, created_at) desc, id desc);
