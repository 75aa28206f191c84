select ensure_monthly_partitions('postback_attempts', current_date - 31, 5);
