-- What became of each transfer on the statement, so that the numbers of a comparison add up. Null: compared before this was counted.
alter table reconciliation_runs
  add column differing bigint,
  add column under_way bigint,
  add column too_recent bigint;
