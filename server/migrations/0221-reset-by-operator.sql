-- Whoever runs the machine can take an administrator's second factor away, which ends their sessions.
alter table admin_sessions drop constraint admin_sessions_ended_by_check;
alter table admin_sessions add constraint admin_sessions_ended_by_check
  check (ended_by in ('sign_out', 'password_reset', 'from_list', 'disabled', 'operator'));
