create or replace trigger postback_replays_append_only before update or delete on postback_replays
  for each row execute function refuse_change();

select ensure_monthly_partitions('postback_log', current_date - 31, 5);
