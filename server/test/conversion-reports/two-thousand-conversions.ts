import { sql } from '#platform/database/index.ts';
import type { TestApp } from '#test/test-app.ts';
import { countConversions } from './counted.ts';

export interface Stored {
  readonly id: string;
  readonly createdAt: Date;
  readonly day: string;
  readonly offerId: string;
  readonly eventKey: string;
  readonly source: string;
  readonly status: string;
  readonly city: string | null;
  readonly totalPayoutPaise: number;
}
/**
 * 2,000 conversions over 40 days, 30 offers and 5 cities. Most are approved postbacks; one event is very rare. Two
 * cities share a name, and every fifth conversion has no city. @returns the conversions, newest first
 */
export async function makeConversions({ database }: Pick<TestApp, 'database'>): Promise<readonly Stored[]> {
  await database.execute(sql`
    insert into offers (id, title, description, coins, type, requirements, tracking_url)
    select 'ofr_' || n, 'Offer ' || n, 'd', 1, 'install', 'r', 'https://n.example/?c={click_id}' from generate_series(1, 30) n`);
  await database.execute(sql`
    insert into conversions (id, created_at, click_id, click_created_at, offer_id, offer_title, event_name, event_key, source, status, user_payout_paise,
      city, state, country)
    select 'cnv_' || lpad(n::text, 26, '0'), at, lpad((n / 2)::text, 26, '0'), at, 'ofr_' || 1 + n % 30, 'Offer', event, event,
      case when n % 97 = 0 then 'manual' when n % 13 = 0 then 'smart_poll' else 'postback' end,
      case when n % 41 = 0 then 'cutbacked' when n % 53 = 0 then 'rejected' when n % 67 = 0 then 'pending' else 'approved' end,
      (n % 9) * 125, case when n % 5 > 0 then city end, case when n % 5 > 0 then state end, case when n % 5 > 0 then country end
    from generate_series(1, 2000) n
    cross join lateral (select
      '2026-10-12T18:25:00Z'::timestamptz + (n / 2) * interval '57 minutes' as at,
      case when n % 199 = 0 then 'level-50' else (array['install', 'register', 'deposit'])[1 + n % 3] end as event) v
    join (values (0, 'Pune', 'Maharashtra', 'India'), (1, 'Hyderabad', 'Telangana', 'India'), (2, 'Hyderabad', 'Sindh', 'Pakistan'),
      (3, 'Singapore', null, 'Singapore'), (4, 'Pune', 'Maharashtra', 'India'), (5, 'Kochi', 'Kerala', null)) as cities (number, city, state, country)
      on number = n / 5 % 6`);
  await countConversions({ database });
  return database.query<Stored>(sql`
    select id, created_at, to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, offer_id, event_key, source, status, total_payout_paise,
      city || ', ' || coalesce(state, '') || ', ' || coalesce(country, '') as city
    from conversions order by created_at desc, id desc`);
}
