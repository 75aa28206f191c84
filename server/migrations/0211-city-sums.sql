-- Sums by city: by day (of Asia/Kolkata) and once more by month, so that a long time is a few rows for each city. Without
-- offers, which would make nearly a row of each conversion. Only conversions whose city is known; the others are what the
-- hourly sums have more. An unknown state or country is empty. Written after the hourly sums by who writes those.
create table conversion_city_sums (
  span text not null check (span in ('day', 'month')),
  -- The day, or the first of the month.
  since date not null,
  city text not null,
  state text not null,
  country text not null,
  event_key text not null,
  source text not null,
  status text not null,
  conversions bigint not null,
  total_payout_paise bigint not null,
  primary key (span, since, city, state, country, event_key, source, status)
) with (fillfactor = 70);

insert into conversion_city_sums
select span, date_trunc(span, created_at, 'Asia/Kolkata') at time zone 'Asia/Kolkata', city, coalesce(state, ''), coalesce(country, ''),
  event_key, source, status, count(*), sum(total_payout_paise)
from conversions cross join (values ('day'), ('month')) as spans (span)
where city is not null
group by 1, 2, 3, 4, 5, 6, 7, 8;

create index conversion_city_sums_city on conversion_city_sums (city, span, since);

-- The rows of one city. Where no city is known this index is empty and costs nothing.
create index conversions_city on conversions (city, created_at desc, id desc) where city is not null;
