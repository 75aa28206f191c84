-- A fifth of each page stays free, so that status updates change no index.
select ensure_monthly_partitions('clicks', current_date - 31, 5, 80);
