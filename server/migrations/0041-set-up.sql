-- The checklist of a new installation.
alter table settings add column set_up_dismissed_at timestamptz;
