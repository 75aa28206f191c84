-- What ended an export before its last row, where it was not its caller: null for every other end.
alter table exports add column ended_because text
  check (ended_because in ('session_ended', 'not_taken')),
  add constraint exports_reason_of_an_end check (ended_because is null or status = 'cancelled');
